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
  /** 'station' = a weather station of the organisation; null = nobody measured. */
  source: 'station' | null;
  station: { id: string; name: string; distanceKm: number | null } | null;
  /** Epoch milliseconds of the latest value. */
  at: number | null;
  /** Why something is missing, such as 'no_data' or 'sky_unknown'. */
  reason: string | null;
}
