import { FarmViewer } from 'farm3d-engine';
import { SceneEditor } from 'farm3d-engine/editor';
import { layoutOf, standing } from '../farm.ts';
import type { Stage, Text } from '../stage.ts';

const ITEMS: readonly (readonly [string, Text])[] = [
  ['weather-station', ['气象站', 'Weather station']],
  ['soil-probe', ['墒情站', 'Soil probe']],
  ['valve', ['电磁阀', 'Valve']],
  ['climate-sensor', ['环境传感器', 'Climate sensor']],
];

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: '/models/greenhouse.glb',
      layout: layoutOf([standing('gateway', 2, 0.2)], {
        position: { x: 4, y: 16, z: 19 },
        target: { x: 0, y: 0, z: 0 },
      }),
      catalogue: ['gateway', ...ITEMS.map(([id]) => id)].map(
        (id) => ({
          equipmentId: id,
          name: id,
          modelPath: `/models/${id}.glb`,
        }),
      ),
    },
    { signal: stage.signal },
  );

  const editor = stage.own(new SceneEditor(viewer));
  for (const [id, name] of ITEMS) {
    const item = {
      id,
      name: stage.say(name),
      modelPath: `/models/${id}.glb`,
    };
    const button = stage.draggable(name, (event) =>
      editor.beginPlacement(item, event),
    );
    // With Enter: placing by arrow keys, Enter and Escape.
    button.addEventListener('click', (event) => {
      if (event.detail === 0)
        editor.beginKeyboardPlacement(item);
    });
  }
  editor.on('placement-preview', ({ valid, reason }) =>
    stage.fact(
      'preview',
      ['预览', 'Preview'],
      valid ? '✓' : (reason ?? '…'),
    ),
  );
  editor.on('placed', ({ id, transform: { position } }) => {
    stage.tell(
      `placed ${id} (${position.x.toFixed(2)}, ${position.y.toFixed(2)}, ${position.z.toFixed(2)})`,
    );
    stage.fact(
      'placed',
      ['已放置', 'Placed'],
      viewer.document.equipment().length,
    );
  });
  editor.on('placement-cancelled', ({ id, reason }) =>
    stage.tell(`placement-cancelled ${id}: ${reason}`),
  );
  stage.button(['撤销', 'Undo'], () => editor.undo());
  stage.button(['重做', 'Redo'], () => editor.redo());
  stage.fact(
    'placed',
    ['已放置', 'Placed'],
    viewer.document.equipment().length,
  );
}
