import { FarmViewer } from 'farm3d-engine';
import { LedScreen } from 'farm3d-engine/farm';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        [standing('led', 0, 0), standing('station', 3.4, -1.5)],
        {
          position: { x: 1.2, y: 2.2, z: 4.6 },
          target: { x: 0.2, y: 1.55, z: 0 },
        },
      ),
      catalogue: [
        {
          equipmentId: 'led',
          name: 'LED',
          modelPath: '/models/led-screen.glb',
        },
        {
          equipmentId: 'station',
          name: '',
          modelPath: '/models/weather-station.glb',
        },
      ],
    },
    { signal: stage.signal },
  );

  let text = stage.say([
    '今日有雨，注意排水，暂停灌溉',
    'Rain today: mind the drains, irrigation is off',
  ]);
  let color = '#ffb13b';
  const led = stage.own(
    new LedScreen(viewer, { equipmentId: 'led' }),
  );
  const write = () => {
    led.setEntries([
      {
        text: stage.say(['一号温室 24.6°C', 'House 1 24.6°C']),
        size: 14,
        color: '#6dff8a',
      },
      {
        text: stage.say(['土壤水分 31%', 'Soil 31 %']),
        size: 14,
        color: '#5cc8ff',
      },
      { text, size: 16, color },
    ]);
    let lit = 0;
    for (let i = 0; i < led.pixels.length; i += 4)
      if (led.pixels[i + 1]! > 60) lit++;
    stage.fact('lit', ['亮点', 'Lit dots'], lit);
  };
  stage.fact('dots', ['点阵', 'Dots'], '96 × 48');
  stage.input(['文字', 'Text'], text, (value) => {
    text = value;
    write();
  });
  stage.choice(
    ['颜色', 'Colour'],
    [
      ['#ffb13b', ['琥珀', 'amber']],
      ['#ff4a3d', ['红', 'red']],
      ['#ffffff', ['白', 'white']],
    ],
    color,
    (value) => {
      color = value;
      write();
    },
  );
  write();
}
