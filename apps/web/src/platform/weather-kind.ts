import type { WeatherKind } from 'farm3d-engine/weather';

/** Words of a weather service, precipitation first: '多云转小雨' is rain. */
const WORDS: readonly (readonly [string, WeatherKind])[] = [
  ['雪', 'snow'],
  ['雨', 'rain'],
  ['多云', 'cloudy'],
  ['阴', 'overcast'],
  ['晴', 'sunny'],
];

/** Weather kind of a weather service's text (Spec §7: it contains 多云, 阴, 晴, 雨 or 雪); null: unknown. */
export function weatherKind(text: string | null): WeatherKind | null {
  return WORDS.find(([word]) => text?.includes(word))?.[1] ?? null;
}
