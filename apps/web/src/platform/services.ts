import {
  areas,
  auth,
  devices,
  productModels,
  scenes,
  telemetry,
  alarms,
  rpc,
  agronomy,
  crops,
  organisation,
  createClientOf,
  createRealtimeClient,
  type ApiClientOptions,
} from '@farm3d/api';
import type { DraftStore } from '@farm3d/ui';
import { draftStore } from './drafts.ts';
import { fetchOrLastKnown, isStartedOffline } from './last-known.ts';
import { locale } from './locale.ts';
import {
  accessToken,
  hasRight,
  isAdministrator,
  onTokenRenewed,
  renewSession,
  seesByRules,
  startSession,
  user,
} from './session.ts';
import { LiveStore, TELEMETRY_INTERVAL_MS } from './live-store.ts';

/** Client options of every call of this page. */
export const clientOptions: ApiClientOptions = {
  getAccessToken: accessToken,
  onUnauthorised: renewSession,
  locale: () => locale.peek(),
  fetch: fetchOrLastKnown,
};

/** API client with the resources that the screens use; others are not loaded. */
export const api = createClientOf(
  {
    areas,
    auth,
    devices,
    productModels,
    scenes,
    telemetry,
    alarms,
    rpc,
    agronomy,
    crops,
    organisation,
  },
  clientOptions,
);

export type Api = typeof api;

/** The stream connection of this page. */
export const realtime = createRealtimeClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/stream`,
  getAccessToken: accessToken,
  telemetryIntervalMs: TELEMETRY_INTERVAL_MS,
});

/** Latest readings and states of the stream. */
export const live = new LiveStore(realtime);

onTokenRenewed(() => realtime.reauthenticate());
// Reconnects at once instead of after the backoff.
addEventListener('online', () => {
  if (isStartedOffline.peek()) void renewSession();
  realtime.reauthenticate();
});
addEventListener('offline', () => realtime.networkLost());
startSession({ refresh: () => api.auth.refresh() });

type Nouns = Parameters<typeof createClientOf>[0];

/** What models work with; they take it as an argument. */
export interface Services {
  /** Calls that most pages make. */
  readonly api: Api;
  /** Calls of other nouns: a page loads the schemas of those alone that it names. */
  readonly clientOf: <Of extends Nouns>(
    nouns: Of,
    options?: Pick<ApiClientOptions, 'fetch'>,
  ) => ReturnType<typeof createClientOf<Of>>;
  /** Latest readings and states, and what the stream tells. */
  readonly live: LiveStore;
  /** Storage of the unsaved values of a form; see {@link draftStore}. */
  readonly draftOf: (name: string) => DraftStore;
  /** Who is logged in, and what they may do. */
  readonly session: {
    readonly user: typeof user;
    readonly hasRight: typeof hasRight;
    readonly isAdministrator: typeof isAdministrator;
    readonly seesByRules: typeof seesByRules;
  };
}

/** Those of this page. */
export const services: Services = {
  api,
  clientOf: (nouns, options) => createClientOf(nouns, { ...clientOptions, ...options }),
  live,
  draftOf: draftStore,
  session: { user, hasRight, isAdministrator, seesByRules },
};
