import { FarmViewer } from 'farm3d-engine';
import { SceneEditor } from 'farm3d-engine/editor';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

const LAMPS = Array.from(
  { length: 6 },
  (_, i) => `lamp-${i + 1}`,
);

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        LAMPS.map((id, i) =>
          standing(
            id,
            (i - 2.5) * 1.9 + Math.sin(i * 5),
            Math.cos(i * 3) * 1.6,
          ),
        ),
        {
          position: { x: 3, y: 6, z: 10 },
          target: { x: 0, y: 0.6, z: 0 },
        },
      ),
      catalogue: LAMPS.map((id) => ({
        equipmentId: id,
        name: id,
        modelPath: '/models/insect-lamp.glb',
      })),
    },
    { signal: stage.signal },
  );

  const editor = stage.own(new SceneEditor(viewer));
  const read = () => {
    const depths = viewer.document
      .equipment()
      .map(({ position }) => position.z);
    const spread = Math.max(...depths) - Math.min(...depths);
    stage.fact(
      'spread',
      ['前后相差', 'Out of line by'],
      `${spread.toFixed(2)} m`,
    );
  };
  viewer.document.on('change', read);
  viewer.on('select', ({ ids }) =>
    stage.fact('selected', ['已选', 'Selected'], ids.length),
  );

  // A click selects, Ctrl-click adds, a drag over the ground draws a rectangle.
  editor.areaSelect = true;
  editor.select(LAMPS);

  stage.button(['对齐', 'Align'], () =>
    editor.align('z', 'center'),
  );
  stage.button(['等距', 'Distribute'], () =>
    editor.distribute('x'),
  );
  stage.button(['转 15°', 'Turn 15°'], () =>
    editor.rotate(Math.PI / 12),
  );
  stage.button(['移 0.5 米', 'Nudge 0.5 m'], () =>
    editor.nudge({ x: 0, y: 0, z: -0.5 }),
  );
  stage.button(['整组移动', 'Move the group'], () =>
    editor.beginTransform(editor.selection),
  );
  stage.button(['复制姿态', 'Copy'], () =>
    editor.copyTransform(LAMPS[0]),
  );
  stage.button(['粘贴姿态', 'Paste'], () =>
    editor.pasteTransform(),
  );
  stage.button(['撤销', 'Undo'], () => editor.undo());
  stage.button(['重做', 'Redo'], () => editor.redo());
  stage.toggle(
    ['框选', 'Box selection'],
    true,
    (isOn) => (editor.areaSelect = isOn),
  );
  stage.toggle(['吸附', 'Snapping'], editor.snap.isOn, (isOn) =>
    editor.setSnap({ isOn }),
  );
  read();
}
