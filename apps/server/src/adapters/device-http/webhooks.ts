import { ingest as calls } from '@farm3d/api';
import type { IntegrationKind, IntegrationRepository } from '../../features/integrations/repository.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { emptyTooMany } from '../../platform/http/limited.ts';
import { readBytes } from '../../platform/http/read-bytes.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { MAX_PAYLOAD_BYTES, parseJson } from '../../platform/telemetry/reading.ts';
import { readProtobufEvent } from './chirpstack-protobuf.ts';
import { quotaExceeded, unavailable } from './device-api.ts';
import { readChirpstack, readTtn, type LorawanMessage } from './lorawan.ts';

/** JSON, or the protobuf that ChirpStack sends by default. */
async function readBody(c: AppContext, kind: IntegrationKind, payload: Uint8Array): Promise<JsonValue> {
  const type = c.req.header('content-type') ?? '';
  if (kind === 'chirpstack' && /^application\/octet-stream\b/i.test(type)) {
    return readProtobufEvent(c.req.query('event') ?? '', payload);
  }
  const parsed = parseJson(payload);
  return 'value' in parsed ? parsed.value : null;
}

/** Dependencies of the webhooks. */
interface Dependencies {
  readonly integrations: Pick<IntegrationRepository, 'byKey' | 'identify'>;
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'full'>;
  readonly events: ServerEvents;
  readonly sessions: Pick<DeviceSessions, 'recordActivity'>;
  readonly limits: Pick<RateLimits, 'take'>;
}

/**
 * Webhooks of LoRaWAN network servers. They are never repeated, so an invalid message is recorded with its device and
 * answered 200; an empty 200 follows the commit. A duplicate message is stored once.
 */
export function webhookRoutes({
  integrations,
  ingest,
  events,
  sessions,
  limits,
}: Dependencies): ServedCall[] {
  const take = async (
    c: AppContext,
    kind: IntegrationKind,
    key: string,
    read: (body: JsonValue) => LorawanMessage | null,
  ): Promise<Response> => {
    const integration = await integrations.byKey(kind, key);
    if (!integration) return c.body(null, 401);
    const wait = await limits.take('device', integration.id);
    if (wait > 0) return emptyTooMany(c, wait);
    if (ingest.full) return unavailable(c);
    const payload = await readBytes(c, MAX_PAYLOAD_BYTES);
    if ('status' in payload) return c.body(null, payload.status);
    const body = await readBody(c, kind, payload);
    const message = body === null ? null : read(body);
    if (!message) return c.json({ code: 400, msg: 'the body is none that this integration sends' }, 400);
    const device = await integrations.identify(integration, message.devEui, message.name, events);
    sessions.recordActivity(device);
    if (message.readings) {
      const { ts, values } = message.readings;
      const readings = ts === undefined ? values : { ts, values };
      const outcome = await ingest.telemetry(device, 'http', Buffer.from(JSON.stringify(readings)));
      if (outcome.overQuota) return quotaExceeded(outcome.overQuota, c);
    }
    return c.body(null, 200);
  };
  return [
    serve(calls.chirpstack, ({ c, path, query }) =>
      take(c, 'chirpstack', path.token, (body) => readChirpstack(query.event ?? '', body)),
    ),
    serve(calls.ttn, ({ c, path }) => take(c, 'ttn', path.token, readTtn)),
  ];
}
