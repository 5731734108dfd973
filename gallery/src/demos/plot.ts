import { FarmViewer } from 'farm3d-engine';
import { Plot } from 'farm3d-engine/farm';
import { layoutOf, standing } from '../farm.ts';
import type { Stage, Text } from '../stage.ts';

/** Longitude and latitude; the second ring is a pond. */
const BOUNDARY = {
  type: 'Polygon',
  coordinates: [
    [
      [118.74, 36.88],
      [118.74042, 36.88004],
      [118.74046, 36.88027],
      [118.74021, 36.88034],
      [118.73996, 36.88024],
    ],
    [
      [118.74012, 36.88012],
      [118.74023, 36.88011],
      [118.74024, 36.8802],
      [118.74013, 36.88021],
    ],
  ],
};

/** Grades of drought, from green to a deep brown-red. */
const GRADES: readonly (readonly [string, Text])[] = [
  ['none', ['不着色', 'none']],
  ['#5a9e4b', ['无旱', 'no drought']],
  ['#c9b53a', ['轻旱', 'slight']],
  ['#d98a2b', ['中旱', 'moderate']],
  ['#b4512a', ['重旱', 'severe']],
  ['#6e1f1b', ['特旱', 'extreme']],
];

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf([standing('pond', 0, 0)], {
        position: { x: 9, y: 17, z: 24 },
        target: { x: 0, y: 0, z: 1 },
      }),
      catalogue: [
        {
          equipmentId: 'pond',
          name: stage.say(['水池', 'Pond']),
          modelPath: '/models/water-tank.glb',
        },
      ],
    },
    { signal: stage.signal },
  );

  const plot = stage.own(
    new Plot(viewer, { boundary: BOUNDARY }),
  );
  stage.fact(
    'area',
    ['面积', 'Area'],
    `${plot.shape.area.toFixed(0)} m²`,
  );
  stage.fact(
    'holes',
    ['孔', 'Holes'],
    plot.shape.polygons.reduce(
      (sum, { holes }) => sum + holes.length,
      0,
    ),
  );

  const skin = await paintSkin();
  stage.toggle(['贴图', 'Skin'], false, (isOn) =>
    plot.setTexture(isOn ? skin : null),
  );
  stage.range(
    ['墒情', 'Moisture'],
    {
      min: 0,
      max: 100,
      value: 30,
      format: (value) => `${value} %`,
    },
    (value) => plot.setMoisture(value / 100),
  );
  stage.choice(['旱情', 'Drought'], GRADES, 'none', (color) => {
    plot.setGrade(color === 'none' ? null : color);
    stage.fact('grade', ['等级', 'Grade'], color);
  });
  plot.setMoisture(0.3);
}

/** An image of a field from above, instead of a photograph; a URL works too. */
function paintSkin(): Promise<Blob> {
  const canvas = new OffscreenCanvas(256, 256);
  const context = canvas.getContext('2d')!;
  for (let y = 0; y < 256; y += 4) {
    for (let x = 0; x < 256; x += 4) {
      const green =
        74 +
        46 * Math.abs(Math.sin((y * Math.PI) / 32)) +
        26 * Math.random();
      context.fillStyle = `rgb(${green * 0.74} ${green} ${green * 0.38})`;
      context.fillRect(x, y, 4, 4);
    }
  }
  return canvas.convertToBlob({ type: 'image/png' });
}
