import { FarmViewer } from 'farm3d-engine';
import { SceneWeather } from 'farm3d-engine/weather';
import { farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

const CITIES = {
  shouguang: { latitude: 36.88, longitude: 118.74 },
  sanya: { latitude: 18.25, longitude: 109.51 },
  mohe: { latitude: 53.48, longitude: 122.37 },
} as const;

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);
  const weather = stage.own(new SceneWeather(viewer));

  let city: keyof typeof CITIES = 'shouguang';
  let month = 6;
  let hour = 18.6;
  const move = () => {
    const time = new Date(
      Date.UTC(
        2026,
        month - 1,
        21,
        0,
        Math.round((hour - 8) * 60),
      ),
    );
    weather.setTime(time, CITIES[city]);
    const { elevation, azimuth } = weather.sun!;
    const degrees = (angle: number) => `${angle.toFixed(0)}°`;
    stage.fact(
      'altitude',
      ['高度', 'Altitude'],
      degrees(elevation),
    );
    stage.fact(
      'azimuth',
      ['方位', 'Azimuth'],
      degrees(azimuth),
    );
    stage.fact(
      'part',
      ['时段', 'Part of the day'],
      weather.part,
    );
  };
  const clock = (value: number) =>
    `${String(Math.floor(value)).padStart(2, '0')}:${String(Math.round((value % 1) * 60)).padStart(2, '0')}`;
  stage.range(
    ['北京时间', 'Beijing time'],
    {
      min: 0,
      max: 23.75,
      step: 0.25,
      value: hour,
      format: clock,
    },
    (value) => {
      hour = value;
      move();
    },
  );
  stage.range(
    ['月份', 'Month'],
    { min: 1, max: 12, value: month },
    (value) => {
      month = value;
      move();
    },
  );
  stage.choice(
    ['地点', 'Place'],
    [
      ['shouguang', ['寿光', 'Shouguang']],
      ['sanya', ['三亚', 'Sanya']],
      ['mohe', ['漠河', 'Mohe']],
    ],
    city,
    (value) => {
      city = value;
      move();
    },
  );
  stage.button(['跟随时钟', 'Follow the clock'], () =>
    weather.setTime('auto'),
  );
  move();
}
