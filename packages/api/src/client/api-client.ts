import { crops } from '../calls/crops.ts';
import { files } from '../calls/files.ts';
import { areas } from '../calls/areas.ts';
import { feedback } from '../calls/feedback.ts';
import { articles } from '../calls/articles.ts';
import { organisation } from '../calls/organisation.ts';
import { audit } from '../calls/audit.ts';
import { apiKeys } from '../calls/api-keys.ts';
import { embedTokens } from '../calls/embed-tokens.ts';
import { sessions } from '../calls/sessions.ts';
import { users } from '../calls/users.ts';
import { auth } from '../calls/auth.ts';
import type { Call } from '../calls/call.ts';
import { alarms } from '../calls/alarms.ts';
import { alarmSettings } from '../calls/alarm-settings.ts';
import { linkages } from '../calls/linkages.ts';
import { deviceGroups } from '../calls/device-groups.ts';
import { deviceLink } from '../calls/device-link.ts';
import { devices } from '../calls/devices.ts';
import { groups } from '../calls/groups.ts';
import { handles } from '../calls/handles.ts';
import { integrations } from '../calls/integrations.ts';
import { productModels } from '../calls/product-models.ts';
import { sharing } from '../calls/sharing.ts';
import { openApi } from '../calls/open-api.ts';
import { relay } from '../calls/relay.ts';
import { rpc } from '../calls/rpc.ts';
import { video } from '../calls/video.ts';
import { agronomy } from '../calls/agronomy.ts';
import { regions } from '../calls/regions.ts';
import { scenes } from '../calls/scenes.ts';
import { createTelemetryResource, type TelemetryResource } from '../resources/telemetry.ts';
import { workOrders } from '../calls/work-orders.ts';
import { createResource, type ResourceOf } from './resource.ts';
import { createHttp, type ApiClientOptions, type Http } from './http.ts';

export interface ApiClient {
  readonly auth: ResourceOf<typeof auth>;
  readonly devices: ResourceOf<typeof devices>;
  readonly sharing: ResourceOf<typeof sharing>;
  readonly groups: ResourceOf<typeof groups>;
  readonly deviceGroups: ResourceOf<typeof deviceGroups>;
  readonly productModels: ResourceOf<typeof productModels>;
  readonly files: ResourceOf<typeof files>;
  readonly areas: ResourceOf<typeof areas>;
  readonly users: ResourceOf<typeof users>;
  readonly sessions: ResourceOf<typeof sessions>;
  readonly apiKeys: ResourceOf<typeof apiKeys>;
  readonly embedTokens: ResourceOf<typeof embedTokens>;
  readonly audit: ResourceOf<typeof audit>;
  readonly video: ResourceOf<typeof video>;
  readonly handles: ResourceOf<typeof handles>;
  readonly agronomy: ResourceOf<typeof agronomy>;
  readonly crops: ResourceOf<typeof crops>;
  readonly workOrders: ResourceOf<typeof workOrders>;
  readonly feedback: ResourceOf<typeof feedback>;
  readonly articles: ResourceOf<typeof articles>;
  readonly openApi: ResourceOf<typeof openApi>;
  readonly organisation: ResourceOf<typeof organisation>;
  readonly telemetry: TelemetryResource;
  readonly alarms: ResourceOf<typeof alarms>;
  readonly alarmSettings: ResourceOf<typeof alarmSettings>;
  readonly deviceLink: ResourceOf<typeof deviceLink>;
  readonly integrations: ResourceOf<typeof integrations>;
  readonly linkages: ResourceOf<typeof linkages>;
  readonly regions: ResourceOf<typeof regions>;
  readonly relay: ResourceOf<typeof relay>;
  readonly rpc: ResourceOf<typeof rpc>;
  readonly scenes: ResourceOf<typeof scenes>;
}

/**
 * The typed client of the platform's calls.
 *
 * ```ts
 * const api = createApiClient({ getAccessToken: () => session?.accessToken });
 * const { items } = await api.devices.list({ pageSize: 50 });
 * ```
 */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  const http = createHttp(options);
  return {
    auth: createResource(http, auth),
    devices: createResource(http, devices),
    sharing: createResource(http, sharing),
    groups: createResource(http, groups),
    deviceGroups: createResource(http, deviceGroups),
    productModels: createResource(http, productModels),
    files: createResource(http, files),
    areas: createResource(http, areas),
    users: createResource(http, users),
    sessions: createResource(http, sessions),
    apiKeys: createResource(http, apiKeys),
    embedTokens: createResource(http, embedTokens),
    audit: createResource(http, audit),
    video: createResource(http, video),
    handles: createResource(http, handles),
    agronomy: createResource(http, agronomy),
    crops: createResource(http, crops),
    workOrders: createResource(http, workOrders),
    feedback: createResource(http, feedback),
    articles: createResource(http, articles),
    openApi: createResource(http, openApi),
    organisation: createResource(http, organisation),
    telemetry: createTelemetryResource(http),
    alarms: createResource(http, alarms),
    alarmSettings: createResource(http, alarmSettings),
    deviceLink: createResource(http, deviceLink),
    integrations: createResource(http, integrations),
    linkages: createResource(http, linkages),
    regions: createResource(http, regions),
    relay: createResource(http, relay),
    rpc: createResource(http, rpc),
    scenes: createResource(http, scenes),
  };
}

type Part = ((http: Http) => unknown) | Readonly<Record<string, Call>>;

/** What {@link createClientOf} makes of its parts. */
export type ClientOf<Parts extends Readonly<Record<string, Part>>> = {
  readonly [Name in keyof Parts]: Parts[Name] extends (http: Http) => infer Resource
    ? Resource
    : ResourceOf<Parts[Name]>;
};

/**
 * A client of those nouns that a program calls; a bundler leaves the others out.
 *
 * ```ts
 * const api = createClientOf({ auth, scenes }, options);
 * ```
 */
export function createClientOf<Parts extends Readonly<Record<string, Part>>>(
  parts: Parts,
  options: ApiClientOptions = {},
): ClientOf<Parts> {
  const http = createHttp(options);
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      typeof part === 'function' ? part(http) : createResource(http, part),
    ]),
  ) as unknown as ClientOf<Parts>;
}
