import { FarmViewer } from 'farm3d-engine';
import { farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      labels: 'all',
    }),
  );

  viewer.on('load-progress', ({ ratio }) =>
    stage.fact(
      'loaded',
      ['已加载', 'Loaded'],
      `${Math.round(ratio * 100)} %`,
    ),
  );
  viewer.on('object-click', ({ id }) => {
    viewer.select([id]);
    void viewer.focus(id);
  });
  viewer.on('background-click', () => viewer.select([]));

  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);

  stage.fact(
    'devices',
    ['设备', 'Devices'],
    viewer.document.equipment().length,
  );
  stage.button(['回到初始视角', 'Back to the first view'], () =>
    viewer.camera.restore(),
  );
}
