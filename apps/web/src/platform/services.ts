import { createApiClient, createRealtimeClient } from '@farm3d/api';
import { locale } from './locale.ts';
import { accessToken, onTokenRenewed, renewSession, startSession } from './session.ts';
import { LiveStore } from './live-store.ts';

/** Every call of the platform. */
export const api = createApiClient({
  getAccessToken: accessToken,
  onUnauthorised: renewSession,
  locale: () => locale.peek(),
});

/** The one stream of this page. */
export const realtime = createRealtimeClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/stream`,
  getAccessToken: accessToken,
});

/** The latest readings and states that the stream brought. */
export const live = new LiveStore(realtime);

onTokenRenewed(() => realtime.reauthenticate());
startSession({ refresh: () => api.auth.refresh() });
