import { computed, createModel, effect, type ReadonlySignal } from '@preact/signals-react';
import { NetworkError, type PlotState, type SceneWeather, workOrders } from '@farm3d/api';
import { loadable, createPace } from '../../platform/loadable.ts';
import { isAborted } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { presentTime } from '../../platform/time-text.ts';
import { byDrought, byUrgency, type PlotAdvice } from '../../components/agronomy/advice.ts';
import { byAlarms, digestOf, SEVERITIES, type AlarmDigest } from './alarm-digest.ts';

/** Scenes that are asked for; the others are in the list of scenes. */
const SCENES = 100;
/** Alarms of a severity that are asked for, to mark their scenes. */
const ALARMS = 50;
/** Work orders of a state that are asked for, the most urgent first. */
const TASKS = 100;
/** Entries of the operate log that are asked for, and how the methods begin that only ask. */
const ACTIONS = 50;
const QUESTION = 'get_';
/** Rows of a list. */
export const ROWS = 4;
/** Plots whose advice is asked for: each takes the server a calculation. */
const ADVISED_PLOTS = 8;
/** An offline device is silent when its last message is older, milliseconds. */
const SILENT_MS = 3_600_000;
/** A station farther away does not stand for the place, kilometres. */
export const MAX_STATION_KM = 200;

/** Changes of the stream that come at once make one call, milliseconds. */
const ALARM_PAUSE_MS = 500;
const STATE_PAUSE_MS = 3000;
/** Intervals at which the parts that no stream reports are loaded again, milliseconds. */
const OFTEN_MS = 60_000;
const SELDOM_MS = 5 * 60_000;

/** Weather of a place, with whether its station is a simulated one. */
interface PlaceWeather {
  readonly weather: SceneWeather;
  readonly isSimulated: boolean;
}

/** A plot's advice; one that is refused does not take the others with it. */
async function adviceOf({ api }: Services, plot: PlotState, signal: AbortSignal): Promise<PlotAdvice> {
  if (plot.deviceId === null) return { plot, irrigation: null, hasFailed: false };
  try {
    const irrigation = await api.telemetry.irrigation(plot.deviceId, { plotId: plot.id }, { signal });
    return { plot, irrigation, hasFailed: false };
  } catch (error) {
    if (isAborted(error) || error instanceof NetworkError) throw error;
    return { plot, irrigation: null, hasFailed: true };
  }
}

async function loadAlarms({ api }: Services, signal: AbortSignal): Promise<AlarmDigest> {
  const open = { active: true, shelved: false, pageSize: ALARMS };
  const pages = SEVERITIES.map(async (severity) => ({
    severity,
    ...(await api.alarms.query({ ...open, severity }, { signal })),
  }));
  return digestOf(await Promise.all(pages));
}

async function loadTasks({ clientOf }: Services, signal: AbortSignal) {
  const calls = clientOf({ workOrders }).workOrders;
  const states = (['open', 'processing'] as const).map((state) =>
    calls.list({ state, sortProperty: 'deadline', sortOrder: 'ASC', pageSize: TASKS }, { signal }),
  );
  const pages = await Promise.all(states);
  return {
    /** The most urgent first; those without a deadline last. */
    items: pages
      .flatMap(({ items }) => items)
      .toSorted((a, b) => (a.deadline ?? Infinity) - (b.deadline ?? Infinity)),
    total: pages.reduce((sum, { total }) => sum + total, 0),
  };
}

async function loadAdvice(services: Services, signal: AbortSignal) {
  const { items } = await services.api.agronomy.plots({}, { signal });
  const asked = byDrought(items).slice(0, ADVISED_PLOTS);
  const rows = await Promise.all(asked.map((plot) => adviceOf(services, plot, signal)));
  return { rows: byUrgency(rows), total: items.length };
}

/** The last commands that change something: pages also ask devices for their contents. */
async function loadActions({ api }: Services, signal: AbortSignal) {
  const { items } = await api.organisation.operateLog({ pageSize: ACTIONS }, { signal });
  return { items: items.filter(({ method }) => !method.startsWith(QUESTION)) };
}

async function loadSilent({ api }: Services, signal: AbortSignal) {
  const [silent, counts] = await Promise.all([
    api.devices.list(
      {
        online: false,
        inactiveSince: Date.now() - SILENT_MS,
        sortProperty: 'lastActivityTime',
        sortOrder: 'DESC',
        pageSize: ROWS,
      },
      { signal },
    ),
    api.devices.count({ signal }),
  ]);
  return { ...silent, counts };
}

/** What the page shows, each loaded and reloaded for itself: one that fails leaves the others. */
function createParts(services: Services) {
  const { api, session } = services;
  const of = <T>(load: (services: Services, signal: AbortSignal) => Promise<T>) =>
    loadable((signal) => load(services, signal));
  const scenes = loadable((signal) => api.scenes.list({ pageSize: SCENES }, { signal }));
  const weather = loadable<PlaceWeather>(async (signal) => {
    const place = scenes.value
      .peek()
      ?.items.flatMap(({ latitude, longitude }) =>
        latitude === null || longitude === null ? [] : { latitude, longitude },
      )[0];
    const areaCode = session.user.peek()?.areaCode ?? null;
    const found = await api.scenes.weather(place ?? (areaCode === null ? undefined : { areaCode }), {
      signal,
    });
    const station = found.station && (await api.devices.get(found.station.id, { signal }));
    return { weather: found, isSimulated: station?.simulated ?? false };
  });
  return {
    scenes,
    weather,
    alarms: of(loadAlarms),
    silent: of(loadSilent),
    tasks: of(loadTasks),
    advice: of(loadAdvice),
    actions: of(loadActions),
  };
}

type Parts = ReturnType<typeof createParts>;

/** Tasks whose deadline has passed. */
const overdueOf = ({ tasks }: Parts): ReadonlySignal<number> =>
  computed(
    () =>
      tasks.value.value?.items.filter(({ deadline }) => deadline !== null && deadline < presentTime())
        .length ?? 0,
  );

/** The farm as it is now: alarms, silent devices, tasks, advice, weather, scenes and the last commands. */
export const HomeModel = createModel((services: Services) => {
  const parts = createParts(services);
  const { scenes, weather, alarms, silent, tasks, advice, actions } = parts;
  const all = Object.values(parts).map(({ error }) => error);

  const loadOften = (): void => {
    for (const part of [silent, tasks, actions]) void part.load();
  };
  const loadSeldom = async (): Promise<void> => {
    void advice.load();
    // The weather is that of the place of the scenes.
    await scenes.load();
    await weather.load();
  };
  const loadAll = (): void => {
    void alarms.load();
    loadOften();
    void loadSeldom();
  };
  const alarmPace = createPace(() => void alarms.load(), ALARM_PAUSE_MS);
  const statePace = createPace(() => void silent.load(), STATE_PAUSE_MS);
  effect(() => {
    const timers = [setInterval(loadOften, OFTEN_MS), setInterval(() => void loadSeldom(), SELDOM_MS)];
    return () => {
      for (const timer of timers) clearInterval(timer);
      alarmPace.dispose();
      statePace.dispose();
    };
  });
  effect(() =>
    services.live.watch({ organisation: true }, (event) => {
      if (event.type === 'alarm') alarmPace.ask();
      else if (event.type === 'device-state' || event.type === 'device-changed') statePace.ask();
      else if (event.type === 'subscribed') {
        // What was missed while it was interrupted, or failed without network; else what changed since the first load.
        if (event.resumed || all.some((error) => error.peek() !== null)) loadAll();
        else void alarms.load();
      }
    }),
  );
  loadAll();
  const overdue = overdueOf(parts);
  return {
    ...parts,
    overdue,
    /** Scenes with alarms first. */
    orderedScenes: computed(() => {
      const list = scenes.value.value?.items ?? null;
      const digest = alarms.value.value;
      return list && digest ? byAlarms(list, digest) : list;
    }),
    /** Whether a part could not be loaded. */
    hasFailed: computed(() => all.some((error) => error.value !== null)),
    /** Whether every part that the verdict is about was loaded. */
    isKnown: computed(() => [alarms, silent, tasks].every(({ hasLoaded }) => hasLoaded.value)),
  };
});

export type Home = InstanceType<typeof HomeModel>;
