import { DEFAULT_RPC_TIMEOUT_MS, MAX_RPC_TIMEOUT_MS } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import type { DeviceRow } from '../devices/repository.ts';
import { handleStyles, unfitParameter } from '../product-models/handles.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../sharing/device-access.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { integer, readBody } from '../../platform/http/input.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { callDevice } from './routes.ts';

export const doSchema = v.object({
  identify: v.pipe(v.string('rpc.method.required'), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
  timeout: v.optional(integer(100, MAX_RPC_TIMEOUT_MS), DEFAULT_RPC_TIMEOUT_MS),
});

/** `/api/components/handles`: the handles by which a device is worked; the id is the device's. */
export function componentHandleRoutes(
  { rpc, telemetry }: ServerDeps,
  access: DeviceAccess,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const servicesOf = async (
    c: AppContext,
    permission: 'view' | 'control',
  ): Promise<{ device: DeviceRow; services: ServiceRows }> => {
    const device = await access.find(c, permission);
    const services = await products.attributes(device.product_model_id, {
      state: 1,
      type: '1',
      organisationId: device.organisation_id,
    });
    return { device, services };
  };

  app.get('/:id', async (c) => {
    const { device, services } = await servicesOf(c, 'view');
    const latest = await telemetry.latest(device.key);
    return okList(
      c,
      handleStyles(services).map((handle, index) => ({
        ...handle,
        states: (services[index]?.association_states ?? []).map(({ identify }) => ({
          identify,
          ...latest[identify]?.[0],
        })),
      })),
    );
  });

  app.post('/:id/do', async (c) => {
    const { identify, params, timeout } = await readBody(c, doSchema);
    const { device, services } = await servicesOf(c, 'control');
    const service = services.find((candidate) => candidate.identify === identify);
    if (!service) throw new HttpProblem(400, 'rpc.method.unknown', { field: 'identify' });
    const unfit = unfitParameter(service.parameters, params);
    if (unfit !== null) throw new HttpProblem(400, 'field.invalid', { field: `params.${unfit}` });
    const { userId } = c.get('principal');
    return ok(c, await callDevice(rpc, device, { method: identify, params, timeoutMs: timeout, userId }));
  });

  return app;
}

type ServiceRows = Awaited<ReturnType<ProductModelRepository['attributes']>>;
