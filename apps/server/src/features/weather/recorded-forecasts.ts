/*
 * Answers of the providers, written after the documented form of each (every documented member, made-up values; no
 * provider was called): Open-Meteo "Weather Forecast API", QWeather "逐天天气预报", AMap "天气查询" and "逆地理编码".
 * Tests replay them.
 */

const DAY_MS = 86_400_000;
const dateAfter = (first: string, days: number): string =>
  new Date(Date.parse(`${first}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** `GET /v1/forecast?daily=…&past_days=7`: seven past days and seven ahead of `today` (yyyy-MM-dd). */
export function openMeteoAnswer(today: string) {
  const days = Array.from({ length: 14 }, (_, index) => index - 7);
  return {
    latitude: 36.875,
    longitude: 118.75,
    generationtime_ms: 0.21,
    utc_offset_seconds: 28_800,
    timezone: 'Asia/Shanghai',
    timezone_abbreviation: 'GMT+8',
    elevation: 36,
    daily_units: {
      time: 'iso8601',
      temperature_2m_max: '°C',
      temperature_2m_min: '°C',
      relative_humidity_2m_mean: '%',
      wind_speed_10m_mean: 'm/s',
      shortwave_radiation_sum: 'MJ/m²',
      precipitation_sum: 'mm',
      precipitation_probability_max: '%',
      et0_fao_evapotranspiration: 'mm',
    },
    daily: {
      time: days.map((day) => dateAfter(today, day)),
      temperature_2m_max: days.map((day) => 27 + (day % 3)),
      temperature_2m_min: days.map((day) => 15 + (day % 2)),
      relative_humidity_2m_mean: days.map((day) => (day === 6 ? null : 62)),
      wind_speed_10m_mean: days.map(() => 3.2),
      shortwave_radiation_sum: days.map(() => 21.4),
      precipitation_sum: days.map((day) => (day === 2 ? 18.4 : 0)),
      // Past days have no probability.
      precipitation_probability_max: days.map((day) => (day < 0 ? null : day === 2 ? 85 : 10)),
      et0_fao_evapotranspiration: days.map(() => 5),
    },
  };
}

/** `GET /v7/weather/7d?location=…`: numbers are texts, the wind is in km/h. */
export function qweatherAnswer(today: string) {
  return {
    code: '200',
    updateTime: `${today}T08:35+08:00`,
    fxLink: 'https://www.qweather.com/weather/101120602.html',
    daily: Array.from({ length: 7 }, (_, day) => ({
      fxDate: dateAfter(today, day),
      sunrise: '04:58',
      sunset: '19:12',
      moonrise: '10:02',
      moonset: '23:10',
      moonPhase: '峨眉月',
      moonPhaseIcon: '801',
      tempMax: '29',
      tempMin: '18',
      iconDay: '305',
      textDay: day === 2 ? '小雨' : '多云',
      iconNight: '151',
      textNight: '多云',
      wind360Day: '180',
      windDirDay: '南风',
      windScaleDay: '3-4',
      windSpeedDay: '18',
      wind360Night: '225',
      windDirNight: '西南风',
      windScaleNight: '1-3',
      windSpeedNight: '9',
      humidity: '65',
      precip: day === 2 ? '6.5' : '0.0',
      pressure: '1006',
      vis: '24',
      cloud: '25',
      uvIndex: '8',
    })),
    refer: { sources: ['QWeather'], license: ['QWeather Developers License'] },
  };
}

/** What QWeather answers with HTTP 200 when the key is wrong. */
export const QWEATHER_REFUSAL = { code: '401' };

/** `GET /v3/geocode/regeo?location=…`. */
export const AMAP_PLACE = {
  status: '1',
  info: 'OK',
  infocode: '10000',
  regeocode: {
    formatted_address: '山东省潍坊市寿光市',
    addressComponent: {
      country: '中国',
      province: '山东省',
      city: '潍坊市',
      district: '寿光市',
      adcode: '370783',
    },
  },
};

/** `GET /v3/weather/weatherInfo?city=…&extensions=all`: four days, weather as text, no amounts. */
export function amapAnswer(today: string) {
  return {
    status: '1',
    count: '1',
    info: 'OK',
    infocode: '10000',
    forecasts: [
      {
        city: '寿光市',
        adcode: '370783',
        province: '山东',
        reporttime: `${today} 09:00:12`,
        casts: Array.from({ length: 4 }, (_, day) => ({
          date: dateAfter(today, day),
          week: String(((day + 2) % 7) + 1),
          dayweather: day === 2 ? '小雨' : '晴',
          nightweather: '多云',
          daytemp: '29',
          nighttemp: '18',
          daywind: '南',
          nightwind: '南',
          daypower: '1-3',
          nightpower: '1-3',
          daytemp_float: '29.0',
          nighttemp_float: '18.0',
        })),
      },
    ],
  };
}
