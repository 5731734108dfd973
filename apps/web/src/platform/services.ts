import {
  areas,
  auth,
  devices,
  productModels,
  scenes,
  telemetry,
  alarms,
  rpc,
  handles,
  agronomy,
  crops,
  organisation,
  workOrders,
  regions,
  video,
  createClientOf,
  createRealtimeClient,
  type ApiClientOptions,
} from '@farm3d/api';
import { locale } from './locale.ts';
import { accessToken, onTokenRenewed, renewSession, startSession } from './session.ts';
import { LiveStore, TELEMETRY_INTERVAL_MS } from './live-store.ts';

/** How every call of this page is made. */
export const clientOptions: ApiClientOptions = {
  getAccessToken: accessToken,
  onUnauthorised: renewSession,
  locale: () => locale.peek(),
};

/** Every call of the screens. What no screen asks for is not loaded. */
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
    handles,
    agronomy,
    crops,
    organisation,
    workOrders,
    regions,
    video,
  },
  clientOptions,
);

export type Api = typeof api;

/** The one stream of this page. */
export const realtime = createRealtimeClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/stream`,
  getAccessToken: accessToken,
  telemetryIntervalMs: TELEMETRY_INTERVAL_MS,
});

/** The latest readings and states that the stream brought. */
export const live = new LiveStore(realtime);

onTokenRenewed(() => realtime.reauthenticate());
// Not only after the rest of a long wait.
addEventListener('online', () => realtime.reauthenticate());
startSession({ refresh: () => api.auth.refresh() });
