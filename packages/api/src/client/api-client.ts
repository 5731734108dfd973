import { createAlarmsResource, type AlarmsResource } from '../resources/alarms.ts';
import { createAuthResource, type AuthResource } from '../resources/auth.ts';
import { createCropsResource, type CropsResource } from '../resources/crops.ts';
import { createDevicesResource, type DevicesResource } from '../resources/devices.ts';
import {
  createDeviceGroupsResource,
  createGroupsResource,
  type DeviceGroupsResource,
  type GroupsResource,
} from '../resources/groups.ts';
import { createHandlesResource, type HandlesResource } from '../resources/handles.ts';
import { createProductModelsResource, type ProductModelsResource } from '../resources/product-models.ts';
import { createRpcResource, type RpcResource } from '../resources/rpc.ts';
import { createScenesResource, type ScenesResource } from '../resources/scenes.ts';
import { createTelemetryResource, type TelemetryResource } from '../resources/telemetry.ts';
import { createHttp, type ApiClientOptions } from './http.ts';

export interface ApiClient {
  readonly auth: AuthResource;
  readonly devices: DevicesResource;
  readonly groups: GroupsResource;
  readonly deviceGroups: DeviceGroupsResource;
  readonly productModels: ProductModelsResource;
  readonly handles: HandlesResource;
  readonly crops: CropsResource;
  readonly telemetry: TelemetryResource;
  readonly alarms: AlarmsResource;
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
    auth: createAuthResource(http),
    devices: createDevicesResource(http),
    groups: createGroupsResource(http),
    deviceGroups: createDeviceGroupsResource(http),
    productModels: createProductModelsResource(http),
    handles: createHandlesResource(http),
    crops: createCropsResource(http),
    telemetry: createTelemetryResource(http),
    alarms: createAlarmsResource(http),
    rpc: createRpcResource(http),
    scenes: createScenesResource(http),
  };
}
