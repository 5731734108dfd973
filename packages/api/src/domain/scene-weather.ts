/** The weather at a place; null stands for what nobody measured. Nothing is invented. */
export interface SceneWeather {
  /** '雨', '雪', '多云', '阴', '晴'; null where the sky is not known. */
  text: string | null;
  /** °C */
  temperature: number | null;
  /** % */
  humidity: number | null;
  /** m/s */
  windSpeed: number | null;
  /** mm/h */
  rainfall: number | null;
  /** 'station' = a weather station of the organisation, else the provider that said it; null = nobody did. */
  source: 'station' | 'open-meteo' | 'qweather' | 'amap' | null;
  station: { id: string; name: string; distanceKm: number | null } | null;
  /** Epoch milliseconds of the latest value. */
  at: number | null;
  /** Whether the provider did not answer when it was asked last: what it says is from `at`. */
  stale: boolean;
  /** Why something is missing, such as 'no_data' or 'sky_unknown'. */
  reason: string | null;
}
