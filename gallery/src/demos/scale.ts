import { FarmViewer, type LiveState } from 'farm3d-engine';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

const MODELS = [
  'soil-probe',
  'valve',
  'camera',
  'roll-motor',
  'gateway',
  'climate-sensor',
];
const COUNT = 10_000;
const COLUMNS = 100;
const SPACING = 2.6;

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      // Fetched when objects are small enough on the screen.
      levels: (path) => [
        {
          path: path.replace('.mid.', '.far.'),
          belowPixels: 110,
        },
      ],
    }),
  );

  const ids = Array.from(
    { length: COUNT },
    (_, i) => `device-${i}`,
  );
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        ids.map((id, i) =>
          standing(
            id,
            ((i % COLUMNS) - COLUMNS / 2) * SPACING,
            -Math.floor(i / COLUMNS) * SPACING,
            i * 0.7,
          ),
        ),
        {
          position: { x: 4, y: 6, z: -34 },
          target: { x: 0, y: 0, z: -50 },
        },
      ),
      catalogue: ids.map((id, i) => ({
        equipmentId: id,
        name: id,
        // At the low tier only the simple models.
        modelPath: `/models/${MODELS[(i * 7) % MODELS.length]}.${viewer.quality === 'low' ? 'far' : 'mid'}.glb`,
      })),
    },
    { signal: stage.signal },
  );

  // One call is one upload to the GPU, for any number of devices.
  let isShown = true;
  const report = () => {
    // No new states before the last ones are shown, for slow machines.
    if (!isShown) return;
    isShown = false;
    const states = ids.map((id): LiveState => {
      const chance = Math.random();
      return {
        id,
        online: chance > 0.15,
        alarm: chance > 0.985,
        drive: { spin: chance },
      };
    });
    const start = performance.now();
    viewer.setLiveState(states);
    stage.fact(
      'update',
      ['更新', 'Update'],
      `${(performance.now() - start).toFixed(1)} ms`,
    );
  };
  report();
  if (!stage.options.reducedMotion) {
    const timer = setInterval(report, 1_000);
    stage.signal.addEventListener('abort', () =>
      clearInterval(timer),
    );
  }

  stage.fact('devices', ['设备', 'Devices'], COUNT);
  viewer.on('render', ({ draws, triangles }) => {
    isShown = true;
    stage.fact('draws', ['绘制次数', 'Draws'], draws);
    stage.fact('triangles', ['三角形', 'Triangles'], triangles);
  });
  viewer.requestRender();
}
