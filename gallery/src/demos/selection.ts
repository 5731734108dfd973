import { FarmViewer } from 'farm3d-engine';
import { DEVICES, farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);

  viewer.on('select', ({ ids }) =>
    stage.fact(
      'selected',
      ['已选', 'Selected'],
      ids.join(', ') || '–',
    ),
  );
  viewer.on('object-click', ({ id }) => viewer.select([id]));
  viewer.on('background-click', () => viewer.select([]));
  viewer.select(['station', 'valve']);

  const names = DEVICES.slice(0, 4).map(
    ([id, , , , , zh, en]) => [id, [zh, en]] as const,
  );
  stage.choice(['飞到', 'Fly to'], names, '', (id) => {
    viewer.select([id]);
    return viewer.focus(id);
  });
  stage.button(['看全部', 'Fit all'], () => viewer.fit([]));
  stage.button(['复位', 'Restore'], () =>
    viewer.camera.restore(),
  );
  viewer.camera.on('changed', ({ source }) => {
    const { position } = viewer.camera.state();
    const positionText = [position.x, position.y, position.z]
      .map((metres) => metres.toFixed(1))
      .join(', ');
    stage.fact(
      'camera',
      ['相机', 'Camera'],
      `${positionText} (${source})`,
    );
  });
}
