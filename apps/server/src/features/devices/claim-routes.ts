import { devices as calls } from '@farm3d/api';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { ServerEvents } from '../../platform/events.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { detailOf, ownDevice, type DetailNeeds as DetailDependencies } from './device-answers.ts';
import type { DeviceClaims } from './device-claims.ts';
import type { DeviceRepository } from './repository.ts';

export interface DeviceClaimDependencies extends DetailDependencies {
  readonly devices: Pick<DeviceRepository, 'get' | 'leaveGateway'>;
  readonly claims: Pick<DeviceClaims, 'make' | 'redeem'>;
  readonly grants: Pick<Grants, 'changed'>;
  readonly events: ServerEvents;
}

/** Devices that change their owner or leave their gateway. */
export function deviceClaimRoutes(needs: DeviceClaimDependencies): ServedCall[] {
  const { devices, claims, grants, events } = needs;
  const detail = detailOf(needs);
  return [
    serve(calls.claim, async ({ principal, body: { code } }) => {
      const { organisationId } = principal;
      const claimed = await claims.redeem(organisationId, code);
      if (!claimed) throw new HttpProblem(400, 'device.claim.invalid', { field: 'code' });
      const { deviceId, formerOrganisationId } = claimed;
      if (formerOrganisationId !== organisationId) {
        // It reconnects as a device of the new owner; later readings belong to the new owner.
        await grants.changed({ of: 'device', id: deviceId });
        events.emit('device-changed', { deviceId, organisationId: formerOrganisationId });
      }
      events.emit('device-changed', { deviceId, organisationId });
      return detail(await ownDevice(devices, principal, deviceId), principal);
    }),
    serve(calls.claimCode, async ({ principal, path }) => {
      const { code, expiresAt } = await claims.make((await ownDevice(devices, principal, path.id)).id);
      return { code, expireTime: expiresAt };
    }),
    serve(calls.leaveGateway, async ({ principal: { organisationId }, body: { gatewayId, deviceIds } }) => {
      if (!(await devices.leaveGateway(organisationId, gatewayId, deviceIds))) throw notFound();
      for (const deviceId of deviceIds) {
        await grants.changed({ of: 'device', id: deviceId });
        events.emit('device-changed', { deviceId, organisationId });
      }
      return null;
    }),
  ];
}
