import { createAlarmsResource, type AlarmsResource } from '../resources/alarms.ts';
import { createCropsResource, type CropsResource } from '../resources/crops.ts';
import { createDeviceLinkResource, type DeviceLinkResource } from '../resources/device-link.ts';
import { createDevicesResource, type DevicesResource } from '../resources/devices.ts';
import {
  createDeviceGroupsResource,
  createGroupsResource,
  type DeviceGroupsResource,
  type GroupsResource,
} from '../resources/groups.ts';
import { createFilesResource, type FilesResource } from '../resources/files.ts';
import { createVideoResource, type VideoResource } from '../resources/video.ts';
import { createHandlesResource, type HandlesResource } from '../resources/handles.ts';
import type { Call } from '../calls/call.ts';
import { auth } from '../calls/auth.ts';
import { areas } from '../calls/areas.ts';
import { users } from '../calls/users.ts';
import { sessions } from '../calls/sessions.ts';
import { apiKeys } from '../calls/api-keys.ts';
import { embedTokens } from '../calls/embed-tokens.ts';
import { audit } from '../calls/audit.ts';
import { feedback } from '../calls/feedback.ts';
import { articles } from '../calls/articles.ts';
import { organisation } from '../calls/organisation.ts';
import { openApi } from '../calls/open-api.ts';
import { createAgronomyResource, type AgronomyResource } from '../resources/agronomy.ts';
import { createProductModelsResource, type ProductModelsResource } from '../resources/product-models.ts';
import { createIntegrationsResource, type IntegrationsResource } from '../resources/integrations.ts';
import { createLinkagesResource, type LinkagesResource } from '../resources/linkages.ts';
import { createRegionsResource, type RegionsResource } from '../resources/regions.ts';
import { createRelayResource, type RelayResource } from '../resources/relay.ts';
import { createRpcResource, type RpcResource } from '../resources/rpc.ts';
import { createScenesResource, type ScenesResource } from '../resources/scenes.ts';
import { createTelemetryResource, type TelemetryResource } from '../resources/telemetry.ts';
import { workOrders } from '../calls/work-orders.ts';
import { createResource, type ResourceOf } from './resource.ts';
import { createSharingResource, type SharingResource } from '../resources/sharing.ts';
import { createHttp, type ApiClientOptions, type Http } from './http.ts';

export interface ApiClient {
  readonly auth: ResourceOf<typeof auth>;
  readonly devices: DevicesResource;
  readonly sharing: SharingResource;
  readonly groups: GroupsResource;
  readonly deviceGroups: DeviceGroupsResource;
  readonly productModels: ProductModelsResource;
  readonly files: FilesResource;
  readonly areas: ResourceOf<typeof areas>;
  readonly users: ResourceOf<typeof users>;
  readonly sessions: ResourceOf<typeof sessions>;
  readonly apiKeys: ResourceOf<typeof apiKeys>;
  readonly embedTokens: ResourceOf<typeof embedTokens>;
  readonly audit: ResourceOf<typeof audit>;
  readonly video: VideoResource;
  readonly handles: HandlesResource;
  readonly agronomy: AgronomyResource;
  readonly crops: CropsResource;
  readonly workOrders: ResourceOf<typeof workOrders>;
  readonly feedback: ResourceOf<typeof feedback>;
  readonly articles: ResourceOf<typeof articles>;
  readonly openApi: ResourceOf<typeof openApi>;
  readonly organisation: ResourceOf<typeof organisation>;
  readonly telemetry: TelemetryResource;
  readonly alarms: AlarmsResource;
  readonly deviceLink: DeviceLinkResource;
  readonly integrations: IntegrationsResource;
  readonly linkages: LinkagesResource;
  readonly regions: RegionsResource;
  readonly relay: RelayResource;
  readonly rpc: RpcResource;
  readonly scenes: ScenesResource;
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
    devices: createDevicesResource(http),
    sharing: createSharingResource(http),
    groups: createGroupsResource(http),
    deviceGroups: createDeviceGroupsResource(http),
    productModels: createProductModelsResource(http),
    files: createFilesResource(http),
    areas: createResource(http, areas),
    users: createResource(http, users),
    sessions: createResource(http, sessions),
    apiKeys: createResource(http, apiKeys),
    embedTokens: createResource(http, embedTokens),
    audit: createResource(http, audit),
    video: createVideoResource(http),
    handles: createHandlesResource(http),
    agronomy: createAgronomyResource(http),
    crops: createCropsResource(http),
    workOrders: createResource(http, workOrders),
    feedback: createResource(http, feedback),
    articles: createResource(http, articles),
    openApi: createResource(http, openApi),
    organisation: createResource(http, organisation),
    telemetry: createTelemetryResource(http),
    alarms: createAlarmsResource(http),
    deviceLink: createDeviceLinkResource(http),
    integrations: createIntegrationsResource(http),
    linkages: createLinkagesResource(http),
    regions: createRegionsResource(http),
    relay: createRelayResource(http),
    rpc: createRpcResource(http),
    scenes: createScenesResource(http),
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
