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

  const scene = async () => {
    const png = await viewer.screenshot({
      width: 960,
      height: 600,
    });
    stage.fact(
      'png',
      ['整景 PNG', 'Scene PNG'],
      `${Math.round(png.size / 1024)} KB`,
    );
    stage.picture(png, stage.say(['整景', 'The scene']));
  };
  const product = async () => {
    const png = await viewer.screenshot({
      of: 'station',
      transparent: true,
      width: 512,
      height: 512,
    });
    stage.fact(
      'product',
      ['产品图', 'Product'],
      `${Math.round(png.size / 1024)} KB`,
    );
    stage.picture(
      png,
      stage.say(['气象站', 'Weather station']),
    );
  };
  const file = async () => {
    const glb = await viewer.exportGlb({
      signal: stage.signal,
    });
    stage.fact(
      'glb',
      ['GLB 文件', 'GLB file'],
      `${Math.round(glb.size / 1024)} KB`,
    );
    return glb;
  };
  stage.button(['整景', 'The scene'], scene);
  stage.button(['产品图', 'A product'], product);
  stage.button(['下载 GLB', 'Download GLB'], async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await file());
    link.download = 'farm.glb';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  await file();
  await scene();
  await product();
}
