import { FarmViewer } from 'farm3d-engine';
import { farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);

  // Exact counts of the last frame and of what is held. A still scene draws no frame: watch the number stand.
  const read = () => {
    const {
      frames,
      draws,
      triangles,
      geometries,
      textures,
      workers,
      quality,
    } = viewer.stats();
    stage.fact('frames', ['帧', 'Frames'], frames);
    stage.fact('draws', ['绘制次数', 'Draws'], draws);
    stage.fact('triangles', ['三角形', 'Triangles'], triangles);
    stage.fact(
      'geometries',
      ['几何体', 'Geometries'],
      geometries,
    );
    stage.fact('textures', ['纹理', 'Textures'], textures);
    stage.fact('workers', ['工作线程', 'Workers'], workers);
    stage.fact('tier', ['画质', 'Tier'], quality);
  };
  viewer.on('render', read);
  read();

  // Fetched when it is wanted: it is no part of the viewer.
  const { openDebugPanel } =
    await import('farm3d-engine/debug');
  stage.own(openDebugPanel(viewer, { signal: stage.signal }));
}
