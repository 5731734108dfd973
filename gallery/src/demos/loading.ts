import { FarmViewer } from 'farm3d-engine';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  // A pool of four workers parses, decodes and builds ray trees; the page only uploads, in small parts per frame.
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      workers: 4,
      fallbackModelPath: '/models/device-default.glb',
    }),
  );

  viewer.on(
    'load-progress',
    ({ ratio, label, loadedBytes }) => {
      stage.fact(
        'progress',
        ['进度', 'Progress'],
        `${Math.round(ratio * 100)} %`,
      );
      stage.fact(
        'bytes',
        ['已接收', 'Received'],
        `${Math.round(loadedBytes / 1024)} KB`,
      );
      if (label)
        stage.fact('label', ['正在加载', 'Loading'], label);
    },
  );
  viewer.on('model-fallback', ({ id, reason, message }) => {
    stage.tell(`${id}: ${reason} · ${message}`);
    viewer.labels.pin(id);
  });

  const models = {
    [stage.say(['气象站', 'Weather station'])]:
      '/models/weather-station.glb',
    [stage.say(['缺失的模型', 'Missing model'])]:
      '/models/not-there.glb',
    [stage.say(['水泵', 'Pump'])]: '/models/pump.glb',
    // The format is detected from the bytes, not from the name; this file is not a model.
    [stage.say(['不是模型的文件', 'Not a model'])]:
      location.pathname,
    [stage.say(['首部控制器', 'Drip controller'])]:
      '/models/drip-controller.glb',
  };
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        Object.keys(models).map((id, i) =>
          standing(id, (i - 2) * 1.7, 0),
        ),
        {
          position: { x: 1.6, y: 2.7, z: 7.4 },
          target: { x: 0, y: 1.1, z: 0 },
        },
      ),
      catalogue: Object.entries(models).map(
        ([id, modelPath]) => ({
          equipmentId: id,
          name: id,
          modelPath,
        }),
      ),
    },
    { signal: stage.signal },
  );
  stage.fact(
    'models',
    ['模型', 'Models'],
    viewer.stats().models,
  );
}
