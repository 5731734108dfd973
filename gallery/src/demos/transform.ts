import { FarmViewer } from 'farm3d-engine';
import { SceneEditor } from 'farm3d-engine/editor';
import { farm } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    farm(stage.locale, {
      position: { x: 13.5, y: 4.6, z: 14.4 },
      target: { x: 10, y: 0.8, z: 7 },
    }),
    { signal: stage.signal },
  );

  const editor = stage.own(new SceneEditor(viewer));
  const begin = (id: string) => {
    viewer.select([id]);
    editor.beginTransform(id);
  };
  viewer.on('object-click', ({ id }) => {
    if (editor.activeTransform?.id !== id) begin(id);
  });

  stage.choice(
    ['方式', 'Mode'],
    [
      ['translate', ['移动', 'move']],
      ['rotate', ['旋转', 'turn']],
      ['scale', ['缩放', 'scale']],
    ],
    'translate',
    (mode) => editor.activeTransform?.setMode(mode),
  );
  stage.button(['提交', 'Commit'], () =>
    editor.activeTransform?.commit(),
  );
  stage.button(['取消', 'Cancel'], () =>
    editor.activeTransform?.cancel(),
  );
  stage.button(['撤销', 'Undo'], () => editor.undo());
  stage.button(['重做', 'Redo'], () => editor.redo());

  editor.on('transform-change', ({ transform: { position } }) =>
    stage.fact(
      'position',
      ['位置', 'Position'],
      `${position.x.toFixed(2)}, ${position.y.toFixed(2)}, ${position.z.toFixed(2)}`,
    ),
  );
  editor.on('transform-commit', ({ id, mode }) =>
    stage.tell(`transform-commit ${id} ${mode}`),
  );
  editor.on('transform-cancel', ({ id }) =>
    stage.tell(`transform-cancel ${id}`),
  );
  viewer.document.on(
    'history-changed',
    ({ canUndo, canRedo }) =>
      stage.fact(
        'history',
        ['历史', 'History'],
        `${canUndo ? '↶' : '–'} ${canRedo ? '↷' : '–'}`,
      ),
  );

  begin('valve');
  // Numbers instead of the gizmo.
  editor.activeTransform!.set({
    rotation: { x: 0, y: 1.2, z: 0 },
  });
  editor.activeTransform!.commit();
  begin('led');
  stage.fact(
    'edited',
    ['正在编辑', 'Editing'],
    editor.activeTransform!.id,
  );
}
