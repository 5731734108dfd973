import { devices as calls } from '@farm3d/api';
import type { ServerEvents } from '../../platform/events.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DeviceCredentials } from './credentials.ts';
import { detailOf, ownDevice, type DetailNeeds as DetailDependencies } from './device-answers.ts';
import type { DeviceClaims } from './device-claims.ts';
import type { DeviceRepository } from './repository.ts';

export interface DeviceClaimDependencies extends DetailDependencies {
  readonly devices: Pick<DeviceRepository, 'get' | 'leaveGateway'>;
  readonly claims: Pick<DeviceClaims, 'make' | 'redeem'>;
  readonly credentials: Pick<DeviceCredentials, 'forget'>;
  readonly sessions: Pick<DeviceSessions, 'drop' | 'isOnline' | 'lastActivity'>;
  readonly events: ServerEvents;
}

/** Devices that change their owner or leave their gateway. */
export function deviceClaimRoutes(needs: DeviceClaimDependencies): ServedCall[] {
  const { devices, claims, credentials, sessions, events } = needs;
  const detail = detailOf(needs);
  return [
    serve(calls.claim, async ({ principal: { organisationId }, body: { code } }) => {
      const claimed = await claims.redeem(organisationId, code);
      if (!claimed) throw new HttpProblem(400, 'device.claim.invalid', { field: 'code' });
      const { deviceId, formerOrganisationId, gatewayId } = claimed;
      credentials.forget(deviceId);
      if (formerOrganisationId !== organisationId) {
        // It reconnects as a device of the new owner; what it reports from now on is theirs.
        sessions.drop(deviceId);
        // Its gateway caches it while it is connected.
        if (gatewayId !== null) sessions.drop(gatewayId);
        events.emit('device-changed', { deviceId, organisationId: formerOrganisationId });
        events.emit('access-changed', { deviceId, userId: null });
      }
      events.emit('device-changed', { deviceId, organisationId });
      return detail(await ownDevice(devices, { organisationId }, deviceId));
    }),
    serve(calls.claimCode, async ({ principal, path }) => {
      const { code, expiresAt } = await claims.make((await ownDevice(devices, principal, path.id)).id);
      return { code, expireTime: expiresAt };
    }),
    serve(calls.leaveGateway, async ({ principal: { organisationId }, body: { gatewayId, deviceIds } }) => {
      if (!(await devices.leaveGateway(organisationId, gatewayId, deviceIds))) throw notFound();
      // The gateway caches its devices while it is connected.
      sessions.drop(gatewayId);
      for (const deviceId of deviceIds) {
        credentials.forget(deviceId);
        events.emit('device-changed', { deviceId, organisationId });
      }
      return null;
    }),
  ];
}
