import { deviceLink } from '@farm3d/api';
import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DeviceCredentials } from './credentials.ts';
import { ownDevice } from './device-answers.ts';
import type { DeviceAttributeStore } from './device-attributes.ts';
import type { DeviceCertificates } from './device-certificates.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { DeviceRepository } from './repository.ts';
import { readServerAttributes, saveServerAttributes } from './server-attributes.ts';

interface DeviceLinkDependencies {
  readonly devices: Pick<DeviceRepository, 'get' | 'setGateway'>;
  readonly attributes: Pick<DeviceAttributeStore, 'read' | 'share'>;
  readonly credentials: Pick<DeviceCredentials, 'forget'>;
  readonly sessions: Pick<DeviceSessions, 'renew' | 'loadTimeout'>;
  readonly pool: Pool;
  readonly deviceTokens: Pick<DeviceTokens, 'rotate'>;
  readonly certificates: Pick<DeviceCertificates, 'of' | 'set'>;
  readonly events: ServerEvents;
}

/** Shared attributes of a device, whether it is a gateway, its token and its certificate. */
export function deviceLinkRoutes(needs: DeviceLinkDependencies): ServedCall[] {
  const { devices, attributes, credentials, sessions, deviceTokens, certificates, events } = needs;
  return [
    serve(deviceLink.attributes, async ({ principal, path }) => {
      const { key } = await ownDevice(devices, principal, path.id);
      return { ...(await attributes.read(key)), server: await readServerAttributes(needs, key) };
    }),
    serve(deviceLink.keep, async ({ principal, path, body }) => {
      const device = await ownDevice(devices, principal, path.id);
      return saveServerAttributes(needs, device, body as Record<string, JsonValue>);
    }),
    serve(deviceLink.shared, async ({ principal, path }) => {
      const { key } = await ownDevice(devices, principal, path.id);
      return (await attributes.read(key)).shared;
    }),
    serve(deviceLink.share, async ({ principal, path, body }) => {
      const device = await ownDevice(devices, principal, path.id);
      // The body was JSON, so its members are.
      return attributes.share(device, body as Record<string, JsonValue>);
    }),
    serve(deviceLink.setGateway, async ({ principal, path, body: { gateway } }) => {
      const { organisationId } = principal;
      const { id: deviceId } = await ownDevice(devices, principal, path.id);
      await devices.setGateway(organisationId, deviceId, gateway);
      // Its open connections were authorised with other rights.
      credentials.forget(deviceId);
      sessions.renew(deviceId);
      events.emit('device-changed', { deviceId, organisationId });
      return { gateway };
    }),
    serve(deviceLink.certificate, async ({ principal, path }) => {
      const { id } = await ownDevice(devices, principal, path.id);
      return (await certificates.of(id)) ?? null;
    }),
    serve(deviceLink.setCertificate, async ({ principal, path, body: { certificate } }) => {
      const { id } = await ownDevice(devices, principal, path.id);
      const result = await certificates.set(id, certificate);
      if (result === 'taken')
        throw new HttpProblem(409, 'device.certificate.taken', { field: 'certificate' });
      if (result !== 'done')
        throw new HttpProblem(400, `device.certificate.${result}`, { field: 'certificate' });
      return (await certificates.of(id)) ?? null;
    }),
    serve(deviceLink.rotateToken, async ({ c, principal, path, body }) => {
      const device = await ownDevice(devices, principal, path.id);
      const rotated = await deviceTokens.rotate(device, {
        token: body.accessToken,
        keepFormerMs: body.keepFormerMinutes * 60_000,
      });
      if (!rotated) throw new HttpProblem(409, 'device.token.taken', { field: 'accessToken' });
      c.header('Cache-Control', 'no-store');
      return { accessToken: rotated.token, formerTokenEndTime: rotated.formerEndsAt };
    }),
  ];
}
