import { handles } from '@farm3d/api';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { isVisible } from '../../platform/telemetry/visible-keys.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { handleStyles } from '../product-models/handles.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { DeviceRpc } from './device-rpc.ts';
import { callDevice } from './call-device.ts';

interface HandleDependencies {
  readonly rpc: Pick<DeviceRpc, 'send'>;
  readonly telemetry: Pick<TelemetryQueries, 'latest'>;
  readonly access: Pick<DeviceAccess, 'find'>;
  readonly products: Pick<ProductModelRepository, 'attributes'>;
}

/** `/api/components/handles`: the controls of a device; the id is the device's. */
export function handleRoutes({ rpc, telemetry, access, products }: HandleDependencies): ServedCall[] {
  const servicesOf = async (c: AppContext, permission: 'view' | 'control') => {
    const device = await access.find(c, permission);
    const services = await products.attributes(device.product_model_id, {
      state: 1,
      type: '1',
      organisationId: device.organisation_id,
    });
    return { device, services };
  };

  return [
    serve(handles.ofDevice, async ({ c }) => {
      const { device, services } = await servicesOf(c, 'view');
      const latest = await telemetry.latest(device.key);
      const items = handleStyles(services).map((handle) => ({
        ...handle,
        states: handle.associationStates
          .filter(({ identify }) => isVisible(device.visible, identify))
          .map(({ identify }) => ({ identify, ...latest[identify]?.[0] })),
      }));
      return { items, total: items.length };
    }),
    serve(handles.operate, async ({ c, principal, body: { identify, params, timeout } }) => {
      const { device, services } = await servicesOf(c, 'control');
      const service = services.find((candidate) => candidate.identify === identify);
      if (!service) throw new HttpProblem(400, 'rpc.method.unknown', { field: 'identify' });
      const { userId } = principal;
      return callDevice(rpc, device, { method: identify, params, timeoutMs: timeout, userId });
    }),
  ];
}
