import {
  CLIMATE_WINDOW_DAYS,
  type Climatology,
  climatologyOfHistory,
  type Crop,
  findCrop,
  historyDays,
  localDate,
  type PestRecord,
  reason,
  withEdits,
} from '@farm3d/agronomy';
import type { agronomy, AnswerOf, crops, telemetry } from '@farm3d/api';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { ServerConfig } from '../../platform/config/settings.ts';
import type { Logger } from '../../platform/logger.ts';
import { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { AlarmSettingRepository } from '../alarms/setting-repository.ts';
import type { DeviceRepository, DeviceRow } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { ForecastCache, makeForecasts } from '../weather/forecasts.ts';
import { forecastOfDays } from './weather-ahead.ts';
import {
  adviceOf,
  type AdviceOptions,
  droughtOf,
  firstDayOf,
  type Growth,
  growthOf,
  hourlyEt0Of,
  risksOf,
  type AssessmentInput,
} from './assessments.ts';
import { FieldDataReader } from './field-data.ts';
import { forecastsOf } from './forecasts.ts';
import { HourlyReadings } from './hourly-readings.ts';
import { type Plot, PlotRepository } from './plot.ts';
import { AgronomyRepository } from './repository.ts';

/** Dependencies of the assessments. */
interface Dependencies {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly config: Pick<ServerConfig, 'weather' | 'outgoingAllow'>;
  readonly log: Logger;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;
/** Earlier years of a plot's own weather, and the days ahead, that a climatology is made of. */
const CLIMATE_YEARS = 3;
const DAYS_AHEAD = 7;
/** Recorded irrigations of this many hours are returned with the advice. */
const DONE_HOURS = 24;
/** Days of history for a forecast. */
const FORECAST_HISTORY_DAYS = 60;
/** Most keys of a forecast that names none. */
const DEFAULT_FORECAST_KEYS = 8;

/** Values of a request that replace stored ones of the plot. */
export interface PlotOverrides {
  /** Selects a plot when the device belongs to several. */
  readonly plotId?: string | undefined;
  readonly crop?: string | undefined;
  readonly plantDate?: string | undefined;
  readonly texture?: string | undefined;
  readonly fieldCapacity?: number | undefined;
  readonly wiltingPoint?: number | undefined;
  readonly latitude?: number | undefined;
  readonly environment?: 'field' | 'greenhouse' | undefined;
  readonly area?: number | undefined;
  readonly flow?: number | undefined;
  readonly efficiency?: number | undefined;
  readonly method?: 'surface' | 'sprinkler' | 'drip' | undefined;
}

function overridden(plot: Plot, by: PlotOverrides, crops: readonly Crop[]): Plot {
  return {
    ...plot,
    cropName: by.crop ?? plot.cropName,
    cropId: by.crop === undefined ? plot.cropId : (findCrop(by.crop, crops)?.id ?? null),
    stages: by.crop === undefined ? plot.stages : null,
    plantDate: by.plantDate ?? plot.plantDate,
    soilTexture: by.texture ?? plot.soilTexture,
    fieldCapacity: by.fieldCapacity ?? plot.fieldCapacity,
    wiltingPoint: by.wiltingPoint ?? plot.wiltingPoint,
    latitude: by.latitude ?? plot.latitude,
    environment: by.environment ?? plot.environment,
    area: by.area ?? plot.area,
    areaFrom: by.area === undefined ? plot.areaFrom : 'entered',
    irrigationFlow: by.flow ?? plot.irrigationFlow,
    irrigationEfficiency: by.efficiency ?? plot.irrigationEfficiency,
    irrigationMethod: by.method ?? plot.irrigationMethod,
  };
}

/** The input of a result, for its explanation. */
function factsOf(plot: Plot) {
  const { boundary: _, stages, deviceIds: __, ...facts } = plot;
  return { ...facts, ownStages: stages !== null };
}

function growthToWire(growth: ReturnType<typeof growthOf>): AnswerOf<typeof agronomy.plot>['growth'] {
  if ('reason' in growth) return { stage: null, reason: growth.reason };
  const { crop, timeline, scale, label, waterSensitivity } = growth;
  return {
    ...timeline,
    stage: { ...timeline.stage, nameEn: crop.stages[timeline.stage.index]?.en ?? timeline.stage.name },
    stages: timeline.stages.map((stage, index) => ({
      ...stage,
      nameEn: crop.stages[index]?.en ?? stage.name,
      endGdd: crop.stages[index]?.endGdd.value ?? null,
      certainty: crop.stages[index]?.endGdd.certainty ?? null,
      waterSensitivity: crop.stages[index]?.waterSensitivity ?? 'other',
    })),
    cropId: crop.id,
    base: crop.base.value,
    upper: crop.upper.value,
    method: crop.gddMethod,
    note: crop.note,
    scale,
    label,
    waterSensitivity,
  };
}

/** Summary of a plot: colours of a map or scene, and the size of its plants. */
export function plotSummary(situation: AssessmentInput): AnswerOf<typeof agronomy.plots>['items'][number] {
  const { plot, data } = situation;
  const drought = droughtOf(situation, null);
  const growth = growthOf(situation);
  const grown: Growth | null = 'timeline' in growth ? growth : null;
  return {
    // Null only for a device outside any scene and configuration, which is in no list.
    id: plot.id ?? '',
    name: plot.name ?? plot.sceneName ?? plot.cropName,
    sceneId: plot.sceneId,
    crop: plot.cropName,
    cropId: plot.cropId,
    plantDate: plot.plantDate,
    environment: plot.environment,
    area: plot.area,
    boundary: plot.boundary,
    drought: drought.overall,
    soilMoisture: drought.rsm,
    soilAt: data.soilNow.reduce<number | null>((latest, { ts }) => Math.max(latest ?? ts, ts), null),
    stage: grown
      ? {
          index: grown.timeline.stage.index,
          code: grown.timeline.stage.code,
          name: grown.timeline.stage.name,
          nameEn: grown.crop.stages[grown.timeline.stage.index]?.en ?? grown.timeline.stage.name,
          progress: grown.timeline.stage.progress,
          finished: grown.timeline.stage.finished,
        }
      : null,
    day: grown?.timeline.day ?? null,
    gdd: grown?.timeline.gdd ?? null,
    scale: grown?.scale ?? null,
    height: grown ? grown.crop.maxHeight.value * grown.scale : null,
    label: grown?.label ?? null,
    deviceId:
      data.sources.find(({ quantity }) => quantity === 'soilMoisture')?.deviceId ?? plot.deviceIds[0] ?? null,
    valveId: plot.valveId,
    simulated: data.sources.some(({ simulated }) => simulated),
    reason: grown ? null : 'reason' in growth ? growth.reason : null,
  };
}

/** Collects plots, readings and tables, and runs the calculations. */
export class AgronomyService {
  readonly plots: PlotRepository;
  readonly store: AgronomyRepository;
  readonly #reader: FieldDataReader;
  readonly #readings: HourlyReadings;
  readonly #products: ProductModelRepository;
  readonly #settings: AlarmSettingRepository;
  readonly #forecasts: { name: string; cache: ForecastCache } | null;

  constructor(
    { db, pool, config, log }: Dependencies,
    devices: DeviceRepository,
    products: ProductModelRepository,
  ) {
    this.plots = new PlotRepository(db);
    this.store = new AgronomyRepository(db);
    this.#readings = new HourlyReadings(pool);
    this.#reader = new FieldDataReader(devices, this.#readings);
    this.#products = products;
    this.#settings = new AlarmSettingRepository(pool);
    this.#forecasts = config.weather
      ? {
          name: config.weather.name,
          cache: new ForecastCache(
            makeForecasts(config.weather, new OutgoingCalls({ allow: config.outgoingAllow })),
            log,
          ),
        }
      : null;
  }

  /** Of a stored plot, with overrides of a request. */
  async situation(
    organisationId: string,
    stored: Plot,
    device: DeviceRow | null,
    now: number,
    by: PlotOverrides = {},
  ): Promise<AssessmentInput> {
    const tables = withEdits(await this.store.edits(organisationId));
    const climate = await this.store.climate(organisationId);
    const plot = overridden(stored, by, tables.crops);
    const range = { startTs: firstDayOf(plot, now), endTs: now + 1 };
    return { now, plot, tables, climate, data: await this.#reader.read(organisationId, plot, range, device) };
  }

  /** The plot that a request names, else the one that the device measures. */
  #plotFor(organisationId: string, device: DeviceRow, plotId: string | undefined): Promise<Plot | undefined> {
    return plotId === undefined
      ? this.plots.ofDevice(organisationId, device)
      : this.plots.get(organisationId, plotId);
  }

  /** Undefined when there is no such plot. */
  async drought(
    organisationId: string,
    device: DeviceRow,
    by: PlotOverrides,
    time: { now: number; since: number },
  ): Promise<AnswerOf<typeof telemetry.drought> | undefined> {
    const plot = await this.#plotFor(organisationId, device, by.plotId);
    if (!plot) return undefined;
    const situation = await this.situation(organisationId, plot, device, time.now, by);
    const assessment = droughtOf(situation, device.id);
    const first = localDate(time.since, situation.plot.timeZone);
    return {
      ...assessment,
      deviceId: device.id,
      rsmSeries: assessment.rsmSeries.filter(({ date }) => date >= first),
      plot: factsOf(situation.plot),
      sources: situation.data.sources,
      formulas: ['rsm', 'spi', 'spei'],
    };
  }

  /** The forecast in the request, else that of the configured provider; a greenhouse uses its own climate. */
  async #forecastFor(
    { plot, now }: AssessmentInput,
    by: {
      rainForecast?: readonly number[] | undefined;
      et0Forecast?: readonly number[] | undefined;
      endTime?: number | undefined;
    },
  ): Promise<{ from: string | null; forecast: NonNullable<AdviceOptions['forecast']> }> {
    if (by.rainForecast || by.et0Forecast) {
      return { from: 'caller', forecast: { et0: by.et0Forecast, rain: by.rainForecast } };
    }
    const { latitude, longitude } = plot;
    // Today's forecast was not available at an instant in the past.
    const known =
      this.#forecasts &&
      by.endTime === undefined &&
      latitude !== null &&
      longitude !== null &&
      plot.environment === 'field'
        ? await this.#forecasts.cache.get({ latitude, longitude })
        : null;
    if (!this.#forecasts || !known) return { from: null, forecast: {} };
    return { from: this.#forecasts.name, forecast: forecastOfDays(known, plot, now) };
  }

  /** Climatology of the days around these in earlier years, from the plot's own weather; null without a position. */
  async #history(
    organisationId: string,
    { plot, now }: AssessmentInput,
    device: DeviceRow,
  ): Promise<Climatology | null> {
    const { latitude, longitude, elevation, windHeight, timeZone } = plot;
    if (latitude === null || plot.environment !== 'field') return null;
    const ranges = Array.from({ length: CLIMATE_YEARS }, (_, index) => {
      const day = now - (CLIMATE_YEARS - index) * YEAR_MS;
      return {
        startTs: day - CLIMATE_WINDOW_DAYS * DAY_MS,
        endTs: day + (CLIMATE_WINDOW_DAYS + DAYS_AHEAD) * DAY_MS,
      };
    });
    const hours = await this.#reader.weather(organisationId, plot, ranges, device);
    return climatologyOfHistory(
      historyDays({ hours, timeZone, lat: latitude, lon: longitude, elevation, windHeight }),
    );
  }

  /** Undefined when there is no such plot. */
  async irrigation(
    organisationId: string,
    device: DeviceRow,
    by: PlotOverrides & {
      refillFraction?: number | undefined;
      rainForecast?: readonly number[] | undefined;
      et0Forecast?: readonly number[] | undefined;
      endTime?: number | undefined;
      hours: number;
    },
    now: number,
  ): Promise<AnswerOf<typeof telemetry.irrigation> | undefined> {
    const plot = await this.#plotFor(organisationId, device, by.plotId);
    if (!plot) return undefined;
    const situation = await this.situation(organisationId, plot, device, now, by);
    const result = await this.#forecastFor(situation, by);
    const advice = adviceOf(situation, {
      forecast: result.forecast,
      history: result.from === null ? await this.#history(organisationId, situation, device) : null,
      refillFraction: by.refillFraction,
    });
    const { area, valveId, id: plantId } = situation.plot;
    const since = new Date(now - DONE_HOURS * 3_600_000);
    const done = plantId === null ? [] : await this.store.done(organisationId, plantId, since, new Date(now));
    return {
      deviceId: device.id,
      assessedAt: now,
      ...advice,
      et0Hourly: hourlyEt0Of(situation, by.hours),
      rain: situation.data.rain.slice(-14),
      forecast: {
        rain: result.forecast.rain ?? null,
        et0: result.forecast.et0 ?? null,
        rainChance: result.forecast.rainChance ?? null,
        from: result.from ?? (advice.reason === null ? advice.forecastFrom : 'recent-days'),
      },
      done,
      valveId,
      area,
      plot: factsOf(situation.plot),
      sources: situation.data.sources,
      formulas: [
        situation.plot.environment === 'greenhouse' ? 'et0-greenhouse' : 'et0-daily',
        'etc',
        'depletion',
        'irrigation-advice',
        'days-ahead',
        ...(advice.reason === null && advice.leachingFraction > 0 ? ['leaching'] : []),
      ],
    };
  }

  async warnings(
    organisationId: string,
    device: DeviceRow,
    options: { now: number; keys: readonly string[]; horizonHours: number; stepMinutes: 5 | 10 | 30 | 60 },
  ): Promise<AnswerOf<typeof telemetry.warning>> {
    const { now } = options;
    const [attributes, settings, plot] = await Promise.all([
      this.#products.attributes(device.product_model_id, { organisationId, state: 1, type: '0' }),
      this.#settings.ofDevice(organisationId, device.key, device.product_model_id),
      this.plots.ofDevice(organisationId, device),
    ]);
    const measured = attributes
      .filter(({ parameters }) => parameters[0]?.parameterType === 'NUMERIC')
      .map(({ identify }) => identify);
    const keys = options.keys.length > 0 ? options.keys : measured.slice(0, DEFAULT_FORECAST_KEYS);
    const range = { startTs: now - FORECAST_HISTORY_DAYS * DAY_MS, endTs: now + 1 };
    const buckets = await this.#readings.buckets([device.key], keys, range, options.stepMinutes * 60_000);
    const items = forecastsOf({ ...options, keys, buckets, attributes, settings, timeZone: plot.timeZone });
    return {
      deviceId: device.id,
      assessedAt: now,
      items,
      warnings: items.flatMap(({ key, warnings }) => warnings.map((warning) => ({ key, ...warning }))),
      formulas: ['forecast'],
    };
  }

  /** All data of one plot, for its page. */
  async plotState(organisationId: string, plot: Plot, now: number): Promise<AnswerOf<typeof agronomy.plot>> {
    const situation = await this.situation(organisationId, plot, null, now);
    const crop = findCrop(plot.cropId, situation.tables.crops);
    const records = situation.tables.pests.filter(({ crops }) => crop && crops.includes(crop.id));
    return {
      ...plotSummary(situation),
      facts: factsOf(situation.plot),
      growth: growthToWire(growthOf(situation)),
      diseases: risksOf(situation, records),
      sources: situation.data.sources,
      notes: situation.data.notes,
    };
  }

  /** Diseases and pests of a crop with the risk on one of its plots; without a plot the risk is unknown. */
  async diseases(
    organisationId: string,
    cropId: string | null,
    plantId: string | null,
    now: number,
  ): Promise<AnswerOf<typeof crops.diseasesAndPests>['items']> {
    const plot = plantId === null ? undefined : await this.plots.get(organisationId, plantId);
    const situation = plot && (await this.situation(organisationId, plot, null, now));
    const tables = situation?.tables ?? withEdits(await this.store.edits(organisationId));
    const records = tables.pests.filter(({ crops }) => cropId !== null && crops.includes(cropId));
    const risks = situation ? risksOf(situation, records) : [];
    return records.map((record, index) => ({ ...recordToWire(record), ...riskToWire(risks[index]) }));
  }
}

function recordToWire(record: PestRecord) {
  const [least = null, greatest = null] = (record.temperature.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  return {
    id: record.id,
    type: record.kind,
    name: record.zh,
    nameEn: record.en,
    agent: record.agent,
    symptoms: record.symptoms,
    symptomsEn: record.symptomsEn,
    temperature: record.temperature,
    temperatureEn: record.temperature.replace('，适宜 ', ', best ').replace('℃', '°C'),
    temperatureMin: least,
    temperatureMax: greatest,
    moisture: record.moisture,
    moistureEn: record.moistureEn,
    model: record.model.kind,
  };
}

function riskToWire(risk: ReturnType<typeof risksOf>[number] | undefined) {
  if (risk) {
    const { risk: level, value, windowDays, evidence, missing, days } = risk;
    const why = level === 'insufficient_data' ? reason('insufficient_data') : null;
    return { risk: level, value, windowDays, evidence, missing, days, reason: why };
  }
  return {
    risk: 'insufficient_data' as const,
    value: null,
    windowDays: 7,
    evidence: [],
    missing: ['temperature', 'humidity'],
    days: [],
    reason: reason('insufficient_data'),
  };
}
