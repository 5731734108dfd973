import { createAuthResource, type AuthResource } from '../resources/auth.ts';
import { createCropsResource, type CropsResource } from '../resources/crops.ts';
import {
  createArticlesResource,
  createFeedbackResource,
  createOrganisationResource,
  type ArticlesResource,
  type FeedbackResource,
  type OrganisationResource,
} from '../resources/desk.ts';
import { files } from '../calls/files.ts';
import { createAreasResource, type AreasResource } from '../resources/areas.ts';
import {
  createUsersResource,
  type UsersResource,
  createSessionsResource,
  type SessionsResource,
  createApiKeysResource,
  type ApiKeysResource,
  createEmbedTokensResource,
  type EmbedTokensResource,
  createAuditResource,
  type AuditResource,
} from '../resources/people.ts';
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
import { createAgronomyResource, type AgronomyResource } from '../resources/agronomy.ts';
import { regions } from '../calls/regions.ts';
import { scenes } from '../calls/scenes.ts';
import { telemetry } from '../calls/telemetry.ts';
import { workOrders } from '../calls/work-orders.ts';
import { createResource, type ResourceOf } from './resource.ts';
import { createHttp, type ApiClientOptions, type Http } from './http.ts';

export interface ApiClient {
  readonly auth: AuthResource;
  readonly devices: ResourceOf<typeof devices>;
  readonly sharing: ResourceOf<typeof sharing>;
  readonly groups: ResourceOf<typeof groups>;
  readonly deviceGroups: ResourceOf<typeof deviceGroups>;
  readonly productModels: ResourceOf<typeof productModels>;
  readonly files: ResourceOf<typeof files>;
  readonly areas: AreasResource;
  readonly users: UsersResource;
  readonly sessions: SessionsResource;
  readonly apiKeys: ApiKeysResource;
  readonly embedTokens: EmbedTokensResource;
  readonly audit: AuditResource;
  readonly video: ResourceOf<typeof video>;
  readonly handles: ResourceOf<typeof handles>;
  readonly agronomy: AgronomyResource;
  readonly crops: CropsResource;
  readonly workOrders: ResourceOf<typeof workOrders>;
  readonly feedback: FeedbackResource;
  readonly articles: ArticlesResource;
  readonly openApi: ResourceOf<typeof openApi>;
  readonly organisation: OrganisationResource;
  readonly telemetry: ResourceOf<typeof telemetry>;
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
    auth: createAuthResource(http),
    devices: createResource(http, devices),
    sharing: createResource(http, sharing),
    groups: createResource(http, groups),
    deviceGroups: createResource(http, deviceGroups),
    productModels: createResource(http, productModels),
    files: createResource(http, files),
    areas: createAreasResource(http),
    users: createUsersResource(http),
    sessions: createSessionsResource(http),
    apiKeys: createApiKeysResource(http),
    embedTokens: createEmbedTokensResource(http),
    audit: createAuditResource(http),
    video: createResource(http, video),
    handles: createResource(http, handles),
    agronomy: createAgronomyResource(http),
    crops: createCropsResource(http),
    workOrders: createResource(http, workOrders),
    feedback: createFeedbackResource(http),
    articles: createArticlesResource(http),
    openApi: createResource(http, openApi),
    organisation: createOrganisationResource(http),
    telemetry: createResource(http, telemetry),
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
