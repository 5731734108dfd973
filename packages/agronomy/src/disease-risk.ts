import type { PestRecord, RiskModel } from './data/diseases-pests.ts';
import {
  type CropHour,
  hoursByDay,
  isWet,
  type KnownHour,
  knownHours,
  longestRun,
  nightSpells,
  type WetSpell,
  wetSpells,
} from './disease-hours.ts';
import {
  botrytisBroome,
  downy310,
  hutton,
  powderyGublerThomas,
  type ScabResistance,
  smith,
  tomcast,
  wallinSeverity,
  wetnessRequirement,
  wheatScab,
} from './disease-models.ts';
import { gdd } from './growth.ts';

export type RiskLevel = 'none' | 'low' | 'medium' | 'high' | 'insufficient_data';

export interface RiskDay {
  date: string;
  risk: RiskLevel;
  /** What the model counts: hours, an index, a probability. */
  value: number | null;
}

export interface DiseaseRisk {
  id: string;
  zh: string;
  en: string;
  /** The worst of the last `windowDays` days. */
  risk: RiskLevel;
  value: number | null;
  model: RiskModel['kind'];
  windowDays: number;
  /** Reasons for the level, in both languages. */
  evidence: readonly { zh: string; en: string }[];
  /** Missing inputs. */
  missing: readonly (
    | 'temperature'
    | 'humidity'
    | 'rain'
    | 'soilTemperature'
    | 'flowering'
    | 'shoots'
    | 'trap'
  )[];
  /** Risk by day. */
  days: readonly RiskDay[];
}

export interface DiseaseInput {
  record: PestRecord;
  /** Hours up to now; a fortnight is enough for every model. */
  hours: readonly CropHour[];
  timeZone?: string;
  /** The crop is in flower (head blight). */
  flowering?: boolean | null;
  resistance?: ScabResistance | null;
  /** Shoot length, cm (grape). */
  shootCm?: number | null;
  /** Catches of the light trap by night, oldest first. */
  trapCounts?: readonly { date: string; count: number }[] | null;
}

const WINDOW_DAYS = 7;
/** Reported spells. */
const MAX_EVIDENCE = 3;
/** Hours a day needs to be judged. */
const MIN_HOURS = 18;
const ORDER: readonly RiskLevel[] = ['none', 'low', 'medium', 'high'];

interface Judged {
  days: readonly RiskDay[];
  evidence: readonly { zh: string; en: string }[];
  missing: DiseaseRisk['missing'];
}

/**
 * Risk of a disease or pest from the hourly weather of its crop. Without humidity (or a leaf wetness sensor) a day is
 * 'insufficient_data', never 'none': only air that is known to be dry rules out a disease.
 */
export function diseaseRisk(input: DiseaseInput): DiseaseRisk {
  const { record } = input;
  const hours = knownHours(input.hours, input.timeZone);
  const judged = judge(record.model, hours, input);
  // A trap count needs no weather; for all other models missing humidity makes dryness unknown.
  const counted = record.model.kind === 'trap';
  const hasHumidity = counted || hours.some((hour) => isWet(hour) !== null);
  const missing = new Set(judged.missing);
  if (hours.length === 0 && !counted) missing.add('temperature');
  if (!hasHumidity) missing.add('humidity');
  const days = judged.days.map((day) =>
    day.risk === 'none' && !hasHumidity ? { ...day, risk: 'insufficient_data' as const } : day,
  );
  const recent = days.slice(-WINDOW_DAYS).filter((day) => day.risk !== 'insufficient_data');
  const worst = recent.reduce<RiskDay | null>(
    (worse, day) => (worse === null || ORDER.indexOf(day.risk) >= ORDER.indexOf(worse.risk) ? day : worse),
    null,
  );
  return {
    id: record.id,
    zh: record.zh,
    en: record.en,
    risk: worst?.risk ?? 'insufficient_data',
    value: worst?.value ?? null,
    model: record.model.kind,
    windowDays: WINDOW_DAYS,
    evidence: judged.evidence,
    missing: [...missing],
    days,
  };
}

function judge(model: RiskModel, hours: readonly KnownHour[], input: DiseaseInput): Judged {
  switch (model.kind) {
    case 'lateBlight':
      return lateBlight(hours);
    case 'tomcast':
      return nightlyWetness(hours, (meanT, wetHours) => tomcast({ meanT, wetHours }), [1, 2, 3]);
    case 'botrytis':
      return spellModel(hours, 90, (spell) => {
        const value = botrytisBroome({ wetHours: spell.hours, meanT: spell.meanT });
        return {
          value,
          limits: [0.1, 0.3, 0.5],
          zh: `感染概率 ${value.toFixed(2)}`,
          en: `infection ${value.toFixed(2)}`,
        };
      });
    case 'wetness':
      return spellModel(hours, model.wetRh.value, (spell) => {
        const [tmin, topt, tmax] = model.temperatures.value;
        const [wmin, wmax] = model.hours.value;
        const needed = wetnessRequirement({ t: spell.meanT, tmin, topt, tmax, wmin, wmax });
        const value = needed === null ? 0 : spell.hours / needed;
        const wanted = needed === null ? '—' : needed.toFixed(1);
        return {
          value,
          limits: [0.5, 1, 1.5],
          zh: `侵染需 ${wanted} 小时`,
          en: `infection needs ${wanted} h`,
        };
      });
    case 'powderyMildew':
      return powderyMildew(hours, model.band.value);
    case 'downy310':
      return grapeDowny(hours, input);
    case 'wheatScab':
      return scab(hours, input);
    case 'warmHumid':
      return hoursInBand(
        hours,
        (hour) => within(hour.t, model.band.value) && (hour.rh ?? 0) >= model.rhAtLeast.value,
        true,
      );
    case 'hotDry':
      return hoursInBand(
        hours,
        (hour) => within(hour.t, model.band.value) && (hour.rh ?? 100) < model.rhBelow.value,
        true,
      );
    case 'soilTemperature':
      return warmSoil(hours, model.atLeast.value);
    case 'generations':
      return generations(hours, model);
    default:
      return trap(input, model.perNight.value);
  }
}

function within(value: number, [low, high]: readonly [number, number]): boolean {
  return value >= low && value <= high;
}

/** Level of a value by its low, medium and high limits. */
function levelOf(value: number, limits: readonly number[]): RiskLevel {
  return ORDER[limits.filter((limit) => value >= limit).length] ?? 'high';
}

function lacks(hours: readonly KnownHour[]): boolean {
  return hours.length < MIN_HOURS || hours.filter((hour) => isWet(hour) !== null).length < MIN_HOURS;
}

const unknownDay = (date: string): RiskDay => ({ date, risk: 'insufficient_data', value: null });

function lateBlight(hours: readonly KnownHour[]): Judged {
  const all = [...hoursByDay(hours)].map(([date, day]) => ({
    date,
    unknown: lacks(day),
    tmin: Math.min(...day.map((hour) => hour.t)),
    rh90h: day.filter((hour) => isWet(hour) === true).length,
  }));
  const severityOf = wallinByNight(hours);
  // An unknown day cannot be one of the two days of the rule.
  const usable = all.map((day) => ({ tmin: day.unknown ? -90 : day.tmin, rh90h: Math.min(24, day.rh90h) }));
  const huttonDays = hutton(usable);
  const smithDays = smith(usable);
  const days = all.map((day, index): RiskDay => {
    if (day.unknown) return unknownDay(day.date);
    const severity = severityOf(day.date);
    // One of the two days of a Hutton period is a warning.
    const half = day.tmin >= 10 && day.rh90h >= 6;
    const severe = smithDays[index] === true || (severity ?? 0) >= 3;
    const level = huttonDays[index] === true ? (severe ? 3 : 2) : (severity ?? 0) > 0 || half ? 1 : 0;
    return { date: day.date, risk: ORDER[level] ?? 'high', value: severity };
  });
  const met = all.slice(-WINDOW_DAYS).filter((day) => huttonDays[all.indexOf(day)] === true);
  const total = days.reduce((all, day) => all + (day.value ?? 0), 0);
  return {
    days,
    evidence: [
      ...met.slice(-2).map((day) => ({
        zh: `${day.date} 连续两日最低气温≥10℃且相对湿度≥90%达6小时以上（当日 ${day.rh90h} 小时）`,
        en: `${day.date}: two days with Tmin ≥ 10 °C and 6 h of RH ≥ 90 % (that day ${day.rh90h} h)`,
      })),
      {
        zh: `期内 Wallin 累计严重度 ${total}（18–20 起首次预警）`,
        en: `Wallin severity ${total} in the period (a first warning at 18–20)`,
      },
    ],
    missing: [],
  };
}

/** Wallin severity of the night before each date; null where the night was not measured. */
function wallinByNight(hours: readonly KnownHour[]): (date: string) => number | null {
  const worst = new Map<string, number>();
  for (const spell of nightSpells(hours, 90)) {
    const severity = wallinSeverity({ meanT: spell.meanT, hours: spell.hours });
    worst.set(spell.date, Math.max(worst.get(spell.date) ?? 0, severity));
  }
  const nights = hoursByDay(hours, 'night');
  return (date) => {
    const found = worst.get(date) ?? 0;
    // A wet night counts despite gaps; a dry one only when it was measured.
    return found > 0 || !lacks(nights.get(date) ?? []) ? found : null;
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}

/** Wetness from noon to noon, so that a night is not split. */
function nightlyWetness(
  hours: readonly KnownHour[],
  severity: (meanT: number, wetHours: number) => number,
  limits: readonly number[],
): Judged {
  let total = 0;
  const nights = hoursByDay(hours, 'night');
  const days = [...hoursByDay(hours).keys()].map((date): RiskDay => {
    const night = nights.get(date) ?? [];
    const wet = night.filter((hour) => isWet(hour) === true);
    const meanT = mean(wet.map((hour) => hour.t));
    const value = meanT === null ? 0 : severity(meanT, Math.min(24, wet.length));
    if (lacks(night)) return unknownDay(date);
    total += value;
    return { date, risk: levelOf(value, limits), value };
  });
  return {
    days,
    evidence: [
      {
        zh: `期内累计严重度 ${total}（15–20 为喷药间隔）`,
        en: `severity ${total} in the period (15–20 is a spray interval)`,
      },
    ],
    missing: [],
  };
}

function spellModel(
  hours: readonly KnownHour[],
  wetRh: number,
  rate: (spell: WetSpell) => { value: number; limits: readonly number[]; zh: string; en: string },
): Judged {
  const worst = new Map<string, { value: number; risk: RiskLevel }>();
  const seen: { value: number; zh: string; en: string }[] = [];
  const recent = new Set([...hoursByDay(hours).keys()].slice(-WINDOW_DAYS));
  for (const spell of wetSpells(hours, wetRh)) {
    const rated = rate(spell);
    const risk = levelOf(rated.value, rated.limits);
    if ((worst.get(spell.date)?.value ?? -1) < rated.value) {
      worst.set(spell.date, { value: rated.value, risk });
    }
    if (risk === 'none' || !recent.has(spell.date)) continue;
    seen.push({
      value: rated.value,
      zh: `${spell.date} 连续湿润 ${spell.hours} 小时，均温 ${spell.meanT.toFixed(1)}℃，${rated.zh}`,
      en: `${spell.date}: wet for ${spell.hours} h at ${spell.meanT.toFixed(1)} °C, ${rated.en}`,
    });
  }
  // Evidence: the worst spells, in the order of time.
  const telling = [...seen].sort((one, other) => other.value - one.value).slice(0, MAX_EVIDENCE);
  const evidence = seen.filter((one) => telling.includes(one)).map(({ zh, en }) => ({ zh, en }));
  const days = [...hoursByDay(hours)].map(([date, day]): RiskDay => {
    const found = worst.get(date);
    // A wet spell counts even on a day with gaps; a dry day only when it was measured.
    if (lacks(day) && (found === undefined || found.risk === 'none')) return unknownDay(date);
    return { date, risk: found?.risk ?? 'none', value: found?.value ?? 0 };
  });
  return { days, evidence, missing: [] };
}

function powderyMildew(hours: readonly KnownHour[], band: readonly [number, number]): Judged {
  const all = [...hoursByDay(hours)];
  const index = powderyGublerThomas(
    all.map(([, day]) => ({
      consecutiveHours21to30: Math.min(
        24,
        longestRun(day, (hour) => within(hour.t, band)),
      ),
      hot35: day.some((hour) => hour.t >= 35),
    })),
  );
  const days = all.map(([date, day], at): RiskDay => {
    const value = index[at] ?? 0;
    return day.length < MIN_HOURS ? unknownDay(date) : { date, risk: levelOf(value, [20, 40, 60]), value };
  });
  const last = index.at(-1) ?? 0;
  return {
    days,
    evidence: [
      {
        zh: `白粉病指数 ${last}（${band[0]}–${band[1]}℃ 连续6小时加20，否则减10）`,
        en: `index ${last}: +20 for six hours at ${band[0]}–${band[1]} °C, −10 otherwise`,
      },
    ],
    missing: [],
  };
}

function grapeDowny(hours: readonly KnownHour[], input: DiseaseInput): Judged {
  const all = [...hoursByDay(hours)];
  const missing: DiseaseRisk['missing'][number][] = [];
  if (!hours.some((hour) => hour.rain !== null)) missing.push('rain');
  if (input.shootCm === undefined || input.shootCm === null) missing.push('shoots');
  const days = all.map(([date, day], index): RiskDay => {
    if (missing.length > 0 || day.length < MIN_HOURS) return unknownDay(date);
    const both = [...(all[index - 1]?.[1] ?? []), ...day];
    const rain48h = both.reduce((total, hour) => total + (hour.rain ?? 0), 0);
    const tmin = Math.min(...day.map((hour) => hour.t));
    const met = downy310({ rain48h, tmin, shootCm: input.shootCm ?? 0 });
    return { date, risk: met ? 'high' : rain48h >= 10 ? 'low' : 'none', value: rain48h };
  });
  return { days, evidence: [], missing };
}

const SCAB_DAYS = 14;

function scab(hours: readonly KnownHour[], input: DiseaseInput): Judged {
  const days = [...hoursByDay(hours)];
  if (input.flowering !== true) {
    const known = input.flowering === false;
    return {
      days: days.map(([date]) => (known ? { date, risk: 'none', value: null } : unknownDay(date))),
      evidence: known ? [{ zh: '非扬花期，模型不适用', en: 'not in flower: the model does not apply' }] : [],
      missing: known ? [] : ['flowering'],
    };
  }
  const judged = days.map(([date], index): RiskDay => {
    const window = days.slice(Math.max(0, index - SCAB_DAYS + 1), index + 1).flatMap(([, day]) => day);
    const humidity = window.flatMap((hour) => (hour.rh === null ? [] : [hour.rh]));
    if (humidity.length < (SCAB_DAYS * MIN_HOURS) / 2) return unknownDay(date);
    const { probability, risk } = wheatScab({
      meanRh14d: mean(humidity) ?? 0,
      resistance: input.resistance ?? 'S',
    });
    return { date, risk, value: probability };
  });
  return { days: judged, evidence: [], missing: [] };
}

/** Suitable hours in a day from which the risk is low, medium and high. */
const BAND_HOURS = [4, 8, 16] as const;

function hoursInBand(
  hours: readonly KnownHour[],
  holds: (hour: KnownHour) => boolean,
  needsHumidity: boolean,
): Judged {
  const days = [...hoursByDay(hours)].map(([date, day]): RiskDay => {
    if (
      day.length < MIN_HOURS ||
      (needsHumidity && day.filter((hour) => hour.rh !== null).length < MIN_HOURS)
    ) {
      return unknownDay(date);
    }
    const value = day.filter(holds).length;
    return { date, risk: levelOf(value, BAND_HOURS), value };
  });
  return { days, evidence: [], missing: [] };
}

function warmSoil(hours: readonly KnownHour[], atLeast: number): Judged {
  const missing: DiseaseRisk['missing'] = hours.some((hour) => hour.soilT !== null)
    ? []
    : ['soilTemperature'];
  let run = 0;
  const days = [...hoursByDay(hours)].map(([date, day]): RiskDay => {
    const value = mean(day.flatMap((hour) => (hour.soilT === null ? [] : [hour.soilT])));
    if (value === null) return unknownDay(date);
    run = value >= atLeast ? run + 1 : 0;
    return { date, risk: levelOf(run, [1, 3, 5]), value };
  });
  return { days, evidence: [], missing };
}

function generations(
  hours: readonly KnownHour[],
  model: Extract<RiskModel, { kind: 'generations' }>,
): Judged {
  const [, upper] = model.band.value;
  let heat = 0;
  let run = 0;
  const days = [...hoursByDay(hours)].map(([date, day]): RiskDay => {
    if (day.length < MIN_HOURS) return unknownDay(date);
    const temperatures = day.map((hour) => hour.t);
    const tmax = Math.max(...temperatures);
    const tmin = Math.min(...temperatures);
    heat += gdd({ method: 'singleSine', tmax, tmin, base: model.base.value, upper: upper + 5 });
    run = within(mean(temperatures) ?? 0, model.band.value) ? run + 1 : 0;
    return { date, risk: levelOf(run, [1, 3, 6]), value: heat / model.generationGdd.value };
  });
  const count = heat / model.generationGdd.value;
  return {
    days,
    evidence: [
      {
        zh: `期内积温 ${heat.toFixed(0)}℃·d，约 ${count.toFixed(1)} 代`,
        en: `${heat.toFixed(0)} °C·d in the period, about ${count.toFixed(1)} generations`,
      },
    ],
    missing: [],
  };
}

function trap(input: DiseaseInput, perNight: readonly [number, number]): Judged {
  const counts = input.trapCounts ?? [];
  const limits = [1, ...perNight];
  return {
    days: counts.map(({ date, count }) => ({ date, risk: levelOf(count, limits), value: count })),
    evidence: [],
    missing: counts.length === 0 ? ['trap'] : [],
  };
}
