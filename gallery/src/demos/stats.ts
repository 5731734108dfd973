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

  // Exact counts of the last frame and of the resources. A still scene draws no frames: the number stays.
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

  // A separate entry of the package, loaded on demand.
  const { openDebugPanel } =
    await import('farm3d-engine/debug');
  stage.own(openDebugPanel(viewer, { signal: stage.signal }));
}
