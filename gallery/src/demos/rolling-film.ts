import { FarmViewer } from 'farm3d-engine';
import { RollingFilm } from 'farm3d-engine/farm';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: '/models/greenhouse.glb',
      layout: layoutOf([standing('motor', 13.9, 4.4)], {
        position: { x: 9, y: 4.8, z: 17 },
        target: { x: 0.5, y: 1.2, z: 3 },
      }),
      catalogue: [
        {
          equipmentId: 'motor',
          name: stage.say(['卷膜机', 'Roll motor']),
          modelPath: '/models/roll-motor.glb',
        },
      ],
    },
    { signal: stage.signal },
  );

  // The model contains one bay; the engine clones it to six, 4.1 m apart.
  const film = stage.own(new RollingFilm(viewer));
  stage.fact('bays', ['幅数', 'Bays'], film.bayCount);

  const show = () =>
    stage.fact(
      'opening',
      ['开度', 'Opening'],
      `${Math.round((film.progress ?? 0) * 100)} %`,
    );
  const slider = stage.range(
    ['开度', 'Opening'],
    {
      min: 0,
      max: 100,
      value: 60,
      format: (value) => `${value} %`,
    },
    (value) => {
      film.setProgress(value / 100);
      show();
    },
  );
  const moveTo = async (opening: number) => {
    slider.value = String(opening * 100);
    await film.moveTo(opening);
    show();
  };
  stage.button(['打开', 'Open'], () => moveTo(1));
  stage.button(['关闭', 'Close'], () => moveTo(0));
  film.setProgress(0.6);
  show();
}
