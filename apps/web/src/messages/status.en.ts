import type { statusZhCN } from './status.zh-CN.ts';

/** The texts of status.zh-CN.ts in English. */
export const statusEn: Readonly<Record<keyof typeof statusZhCN, string>> = {
  'status.label': 'Now',
  'status.loading': 'Loading…',
  'status.alarms.none': 'No alarms',
  'status.alarms.unknown': 'Alarms unknown',
  'status.alarms.retry': 'The alarms could not be loaded: click to try again',
  'status.drought.unknown': 'Drought unknown',
  'status.advice.today': 'Irrigate {mm} mm today',
  'status.advice.done': '{mm} mm today, arranged',
  'status.advice.later': '{mm} mm on {date}',
  'status.advice.rest': 'No irrigation for 7 days',
  'status.advice.none': 'No irrigation advice',
  'status.advice.unknown': 'Irrigation advice unknown',
  'status.quality.high': 'High',
  'status.quality.medium': 'Balanced',
  'status.quality.slow': 'This machine is too slow for the quality {quality}: it is automatic now',
  'status.quality.keep': 'Keep {quality}',
  'status.weather.unknown': 'Weather unknown',
  'status.weather.from': '{name}, {time}',
};
