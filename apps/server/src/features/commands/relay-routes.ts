import { relay } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { parameterFault } from '../product-models/handles.ts';
import { parameterProblem } from './command-problem.ts';
import type { DeviceRpc } from './device-rpc.ts';
import { callDevice } from './call-device.ts';

/** `GET /exterior/relay/control`: switches a relay, valve or pump. It has effects, so it must not be prefetched. */
export function relayRoutes({
  rpc,
  devices,
  products,
}: {
  rpc: Pick<DeviceRpc, 'send'>;
  devices: Pick<DeviceRepository, 'get'>;
  products: Pick<ProductModelRepository, 'attributes'>;
}): ServedCall[] {
  return [
    serve(relay.control, async ({ c, principal, query }) => {
      if (/prefetch|prerender/i.test(`${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`))
        throw new HttpProblem(400, 'relay.prefetch');
      const { deviceId, open, identify, minutes, timeout } = query;
      const { organisationId, userId } = principal;
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
      const fault = parameterFault(service.parameters, params);
      if (fault) throw parameterProblem(fault, '');
      // Relays are the organisation's own.
      const own = { ...device, visible: null };
      return callDevice(rpc, own, { method: service.identify, params, timeoutMs: timeout, userId });
    }),
  ];
}
