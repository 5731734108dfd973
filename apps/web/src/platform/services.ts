import {
  auth,
  devices,
  scenes,
  createClientLater,
  createClientOf,
  createRealtimeClient,
  type ApiClientOptions,
  type RealtimeClient,
} from '@farm3d/api';
import {
  draftsOf,
  type Drafts,
  type DraftStorage,
  preferences as preferencesHere,
  type Preferences,
} from './storage.ts';
import { fetchOrLastKnown, isStartedOffline } from './last-known.ts';
import { LiveStore, TELEMETRY_INTERVAL_MS } from './live-store.ts';
import { locale } from './locale.ts';
import { createSession, type UserSession } from './session.ts';
import { PATHS } from './paths.ts';

/** Calls that the frame of the pages and the first frame of a scene wait for. */
const FIRST = { auth, devices, scenes };

/** Other calls that most pages make. */
const fetchLater = () => import('./later-calls.ts');

type Nouns = Parameters<typeof createClientOf>[0];
type ClientOf<Of extends Nouns> = ReturnType<typeof createClientOf<Of>>;

export type Api = ClientOf<typeof FIRST> & ClientOf<Awaited<ReturnType<typeof fetchLater>>>;

/** What models work with; they take it as an argument. */
export interface Services {
  readonly api: Api;
  /** Calls of other nouns: a page loads the schemas of those alone that it names. */
  readonly clientOf: <Of extends Nouns>(nouns: Of, options?: Pick<ApiClientOptions, 'fetch'>) => ClientOf<Of>;
  /** The stream connection. */
  readonly realtime: RealtimeClient;
  /** Latest readings and states, and what the stream tells. */
  readonly live: LiveStore;
  /** Who is logged in, and what they may do. */
  readonly session: UserSession;
  /** The choices of this browser. */
  readonly preferences: Preferences;
  /** Storage of the unsaved values of a form; see {@link draftsOf}. */
  readonly draftOf: <Values>(name: string) => Drafts<Values>;
}

export interface ServicesOptions {
  /** Origin of the server, such as 'https://farm.example'. Default: that of the page. */
  readonly origin?: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  readonly preferences: Preferences;
  /** Where drafts are kept; throws where nothing is. */
  readonly storage: () => DraftStorage;
  /** Loads the page anew: what it shows is of another login. */
  readonly reload: () => void;
}

/** The services of a page, or of a test. They connect when the first call is made or the first device is followed. */
export function createServices(around: ServicesOptions): Services {
  const { origin = '', preferences, storage, reload } = around;
  const session = createSession({
    preferences,
    reload,
    refresh: () => api.auth.refresh(),
    logOutThere: () => api.auth.logout(),
  });
  const options: ApiClientOptions = {
    baseUrl: origin,
    getAccessToken: session.accessToken,
    onUnauthorised: session.renew,
    locale: () => locale.peek(),
    ...(around.fetch ? { fetch: around.fetch } : {}),
  };
  const api: Api = createClientLater(FIRST, fetchLater, options);
  const realtime = createRealtimeClient({
    url: () => `${(origin || location.origin).replace(/^http/, 'ws')}/api/stream`,
    getAccessToken: session.accessToken,
    telemetryIntervalMs: TELEMETRY_INTERVAL_MS,
  });
  session.onRenewed(() => realtime.reauthenticate());
  return {
    api,
    clientOf: (nouns, more) => createClientOf(nouns, { ...options, ...more }),
    realtime,
    live: new LiveStore(realtime),
    session,
    preferences,
    draftOf: (name) => draftsOf(session.user.peek(), storage, name),
  };
}

/** The services of this page; it goes on where the last visit of this browser ended. */
export function servicesOfPage(): Services {
  const services = createServices({
    fetch: fetchOrLastKnown,
    preferences: preferencesHere,
    storage: () => localStorage,
    reload: () => location.reload(),
  });
  const { realtime, session } = services;
  // Reconnects at once instead of after the backoff.
  addEventListener('online', () => {
    if (isStartedOffline.peek()) void session.renew();
    realtime.reauthenticate();
  });
  addEventListener('offline', () => realtime.networkLost());
  session.follow();
  return services;
}

/** Home, loaded anew: nothing that the page holds is of the organisation that the session works in now. */
export function openHome(): void {
  location.assign(PATHS.app);
}

/** Goes on in another organisation of the user. */
export async function switchOrganisation({ api }: Pick<Services, 'api'>, id: string): Promise<void> {
  await api.auth.switchOrganisation(id);
  openHome();
}
