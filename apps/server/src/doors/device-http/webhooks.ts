import { Hono, type Context } from 'hono';
import { IntegrationRepository, type IntegrationKind } from '../../features/integrations/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { parseJson } from '../../platform/telemetry/reading.ts';
import { readProtobufEvent } from './chirpstack-protobuf.ts';
import { quotaExceeded, readCapped } from './device-api.ts';
import { readChirpstack, readTtn, type LorawanMessage } from './lorawan.ts';

/** JSON, or what ChirpStack sends instead unless it is told to. */
async function readBody(c: Context, kind: IntegrationKind, payload: Uint8Array): Promise<JsonValue> {
  const type = c.req.header('content-type') ?? '';
  if (kind === 'chirpstack' && /^application\/octet-stream\b/i.test(type)) {
    return readProtobufEvent(c.req.query('event') ?? '', payload);
  }
  const parsed = parseJson(payload);
  return 'value' in parsed ? parsed.value : null;
}

/**
 * Webhooks of LoRaWAN network servers, for `/integrations`: `POST /chirpstack/{key}?event=up` and
 * `POST /ttn/{key}`. They are never sent again, so what cannot be taken is recorded with its device and
 * answered 200; an empty 200 means: on the disk. The same message twice is stored once.
 */
export function webhookRoutes({ pool, ingest, events, sessions }: ServerDeps): Hono {
  const app = new Hono();
  const integrations = new IntegrationRepository(pool);

  const take =
    (
      kind: IntegrationKind,
      read: (c: Context, body: Parameters<typeof readTtn>[0]) => LorawanMessage | null,
    ) =>
    async (c: Context): Promise<Response> => {
      const integration = await integrations.byKey(kind, c.req.param('token') ?? '');
      if (!integration) return c.body(null, 401);
      const payload = await readCapped(c.req.raw);
      if (payload === null) return c.body(null, 413);
      const body = await readBody(c, kind, payload);
      const message = body === null ? null : read(c, body);
      if (!message) return c.json({ code: 400, msg: 'the body is none that this integration sends' }, 400);
      const device = await integrations.identify(integration, message.devEui, message.name, events);
      sessions.heard(device);
      if (message.readings) {
        const { ts, values } = message.readings;
        const readings = ts === undefined ? values : { ts, values };
        const outcome = await ingest.telemetry(device, 'http', Buffer.from(JSON.stringify(readings)));
        if (outcome.overQuota) return quotaExceeded(outcome.overQuota, c);
      }
      return c.body(null, 200);
    };

  app.post(
    '/chirpstack/:token',
    take('chirpstack', (c, body) => readChirpstack(c.req.query('event') ?? '', body)),
  );
  app.post(
    '/ttn/:token',
    take('ttn', (_c, body) => readTtn(body)),
  );
  return app;
}
