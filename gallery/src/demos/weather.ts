import { FarmViewer } from 'farm3d-engine';
import {
  SceneWeather,
  type WeatherKind,
} from 'farm3d-engine/weather';
import { farm, READINGS } from '../farm.ts';
import type { Stage } from '../stage.ts';

/** A position in Shandong, and hours of a day in spring. */
const POSITION = { latitude: 36.88, longitude: 118.74 };
const HOURS = {
  noon: '2026-04-20T12:00+08:00',
  dusk: '2026-04-20T18:58+08:00',
  night: '2026-04-20T23:30+08:00',
};
type Hour = keyof typeof HOURS;

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(farm(stage.locale), {
    signal: stage.signal,
  });
  viewer.setLiveState(READINGS);

  const weather = stage.own(new SceneWeather(viewer));
  weather.on('change', ({ weather }) =>
    stage.fact(
      'weather',
      ['天气', 'Weather'],
      weather?.kind ?? '–',
    ),
  );
  weather.on('time', ({ sun, part }) => {
    stage.fact('part', ['时段', 'Part of the day'], part);
    stage.fact(
      'sun',
      ['太阳高度', 'Height of the sun'],
      `${sun.elevation.toFixed(0)}°`,
    );
  });

  // #/weather/rain/night
  const [, , kind = 'rain', hour = 'dusk'] =
    location.hash.split('/') as [
      string,
      string,
      WeatherKind?,
      Hour?,
    ];
  stage.choice(
    ['天气', 'Weather'],
    [
      ['sunny', ['晴天', 'sunny']],
      ['cloudy', ['多云', 'cloudy']],
      ['overcast', ['阴天', 'overcast']],
      ['rain', ['雨天', 'rain']],
      ['snow', ['雪天', 'snow']],
    ],
    kind,
    (kind) => weather.set(kind),
  );
  stage.choice(
    ['时刻', 'Hour'],
    [
      ['noon', ['正午', 'noon']],
      ['dusk', ['黄昏', 'dusk']],
      ['night', ['夜晚', 'night']],
    ],
    hour,
    (hour) => weather.setTime(new Date(HOURS[hour])),
  );
  stage.range(
    ['范围', 'Range'],
    {
      min: 100,
      max: 200,
      value: 170,
      format: (metres) => `${metres} m`,
    },
    (metres) => weather.setRange(metres),
  );
  stage.button(['关闭天气', 'Weather off'], () =>
    weather.clear(),
  );

  weather.setTime(new Date(HOURS[hour]), POSITION);
  await weather.set(kind, { seconds: 0 });
}
