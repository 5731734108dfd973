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
import { fetchOrLastKnown, isStartedOffline } from './last-known.ts';
import { locale } from './locale.ts';
import { accessToken, onTokenRenewed, renewSession, startSession } from './session.ts';
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
