import { Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceRepository } from '../devices/repository.ts';
import { unfitParameter } from '../product-models/handles.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import { DEFAULT_RPC_TIMEOUT_MS, MAX_RPC_TIMEOUT_MS } from './device-rpc.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { integer, optionalQueryText, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { callDevice } from './routes.ts';

export const querySchema = v.object({
  deviceId: v.pipe(v.string(), v.nonEmpty()),
  open: v.picklist(['0', '1', 'true', 'false']),
  /** The service to call; default: the first that takes a switch. */
  identify: optionalQueryText,
  /** How long it stays so, where the service takes it. */
  minutes: v.optional(integer(0, 100_000)),
  timeout: v.optional(integer(100, MAX_RPC_TIMEOUT_MS), DEFAULT_RPC_TIMEOUT_MS),
});

/** `GET /exterior/relay/control`: switches a relay, valve or pump. It acts, so nothing may fetch it ahead. */
export function relayRoutes(
  { rpc }: ServerDeps,
  devices: DeviceRepository,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/control', async (c) => {
    if (/prefetch|prerender/i.test(`${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`)) {
      throw new HttpProblem(400, 'relay.prefetch');
    }
    const { deviceId, open, identify, minutes, timeout } = readQuery(c, querySchema);
    const { organisationId, userId } = c.get('principal');
    const device = await devices.get(organisationId, deviceId);
    if (!device) throw notFound();
    const services = await products.attributes(device.product_model_id, {
      state: 1,
      type: '1',
      organisationId,
    });
    const service = services.find(
      (candidate) =>
        (identify === undefined || candidate.identify === identify) &&
        candidate.parameters.some(({ parameterType }) => parameterType === 'BOOLEAN'),
    );
    const position = service?.parameters.find(({ parameterType }) => parameterType === 'BOOLEAN');
    if (!service || !position) throw new HttpProblem(400, 'relay.none', { field: 'identify' });
    const params = {
      [position.parameterEnName]: open === '1' || open === 'true',
      ...(minutes === undefined ? {} : { minutes }),
    };
    const unfit = unfitParameter(service.parameters, params);
    if (unfit !== null) throw new HttpProblem(400, 'number.range', { field: unfit });
    return ok(
      c,
      await callDevice(rpc, device, { method: service.identify, params, timeoutMs: timeout, userId }),
    );
  });

  return app;
}
