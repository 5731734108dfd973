import { FarmViewer } from 'farm3d-engine';
import { layoutOf, levels, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

const COUNT = 900;
const COLUMNS = 30;

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      labels: 'all',
      levels,
    }),
  );
  const ids = Array.from(
    { length: COUNT },
    (_, i) => `probe-${i}`,
  );
  const name = stage.say(['墒情站', 'Probe']);
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        ids.map((id, i) =>
          standing(
            id,
            ((i % COLUMNS) - COLUMNS / 2) * 3.2,
            -Math.floor(i / COLUMNS) * 3.2,
          ),
        ),
        {
          position: { x: 3, y: 4.2, z: 10 },
          target: { x: 0, y: 0.4, z: -6 },
        },
      ),
      catalogue: ids.map((id, i) => ({
        equipmentId: id,
        name: `${name} ${i + 1}`,
        modelPath: '/models/soil-probe.glb',
      })),
    },
    { signal: stage.signal },
  );
  viewer.setLiveState(
    ids.map((id, i) => ({
      id,
      online: i % 7 !== 3,
      alarm: i % 41 === 5,
      value: `${(22 + ((i * 37) % 160) / 10).toFixed(1)} %`,
    })),
  );

  // A label that belongs to no device.
  viewer.labels.set({
    id: 'gate',
    name: stage.say(['东门', 'East gate']),
    position: { x: 7, y: 2.4, z: 2 },
  });
  viewer.labels.pin('gate');

  stage.choice(
    ['显示', 'Show'],
    [
      ['all', ['全部', 'all']],
      ['pinned', ['只看钉住的', 'pinned only']],
    ],
    'all',
    (mode) => (viewer.labels.mode = mode),
  );
  viewer.on('label-click', ({ id }) => {
    if (viewer.labels.pinned.has(id)) viewer.labels.unpin(id);
    else viewer.labels.pin(id);
    stage.tell(`label-click ${id}`);
  });
  viewer.on('render', () => {
    const tiers = Map.groupBy(
      viewer.labels.shown(),
      ({ tier }) => tier,
    );
    const count = (tier: 'element' | 'drawn' | 'dot') =>
      tiers.get(tier)?.length ?? 0;
    stage.fact(
      'labels',
      ['标签', 'Labels'],
      viewer.labels.count,
    );
    stage.fact(
      'elements',
      ['元素', 'Elements'],
      count('element'),
    );
    stage.fact('drawn', ['绘制', 'Drawn'], count('drawn'));
    stage.fact('dots', ['点', 'Dots'], count('dot'));
  });
  viewer.requestRender();
}
