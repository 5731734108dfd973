import * as v from 'valibot';
import type { JsonValue } from '../../platform/json-value.ts';

/** A message of a network server about one device; `readings` in the form of our telemetry. */
export interface LorawanMessage {
  readonly devEui: string;
  readonly name: string;
  readonly readings: { readonly ts?: number; readonly values: Record<string, unknown> } | null;
}

const devEuiSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{16}$/i),
  v.transform((text) => text.toLowerCase()),
);
const instantSchema = v.optional(v.pipe(v.string(), v.transform(Date.parse), v.finite()));
const signalSchema = v.looseObject({ rssi: v.optional(v.number()), snr: v.optional(v.number()) });
const objectSchema = v.optional(v.nullable(v.record(v.string(), v.unknown())), null);

const chirpstackSchema = v.looseObject({
  time: instantSchema,
  deviceInfo: v.looseObject({ devEui: devEuiSchema, deviceName: v.optional(v.string(), '') }),
  fCnt: v.optional(v.number(), 0),
  fPort: v.optional(v.number(), 0),
  data: v.optional(v.string()),
  object: objectSchema,
  rxInfo: v.optional(v.array(signalSchema), []),
  batteryLevel: v.optional(v.number()),
  margin: v.optional(v.number()),
});

/** Reads the JSON of ChirpStack v4 by the name of its event. Null when the body is invalid. */
export function readChirpstack(event: string, body: JsonValue): LorawanMessage | null {
  const parsed = v.safeParse(chirpstackSchema, body);
  if (!parsed.success) return null;
  const { time, deviceInfo, fCnt, fPort, data, object, rxInfo, batteryLevel, margin } = parsed.output;
  const values =
    event === 'up'
      ? { ...content(object, data), ...bestSignal(rxInfo), fCnt, fPort }
      : event === 'status'
        ? present({ batteryLevel, margin })
        : {};
  return message(deviceInfo.devEui, deviceInfo.deviceName, time, values);
}

const ttnSchema = v.looseObject({
  end_device_ids: v.looseObject({ dev_eui: devEuiSchema, device_id: v.optional(v.string(), '') }),
  received_at: instantSchema,
  uplink_message: v.optional(
    v.looseObject({
      // These bodies omit members that are zero or empty.
      f_cnt: v.optional(v.number(), 0),
      f_port: v.optional(v.number(), 0),
      frm_payload: v.optional(v.string()),
      decoded_payload: objectSchema,
      received_at: instantSchema,
      rx_metadata: v.optional(v.array(signalSchema), []),
    }),
  ),
});

/** Reads the webhook body of The Things Stack v3; join, ack and other events have no readings. */
export function readTtn(body: JsonValue): LorawanMessage | null {
  const parsed = v.safeParse(ttnSchema, body);
  if (!parsed.success) return null;
  const { end_device_ids: ids, received_at: receivedAt, uplink_message: uplink } = parsed.output;
  const values = uplink
    ? {
        ...content(uplink.decoded_payload, uplink.frm_payload),
        ...bestSignal(uplink.rx_metadata),
        fCnt: uplink.f_cnt,
        fPort: uplink.f_port,
      }
    : {};
  return message(ids.dev_eui, ids.device_id, uplink?.received_at ?? receivedAt, values);
}

function message(
  devEui: string,
  name: string,
  ts: number | undefined,
  values: Record<string, unknown>,
): LorawanMessage {
  const some = Object.keys(values).length > 0;
  return { devEui, name, readings: some ? { ...(ts !== undefined && { ts }), values } : null };
}

/** The payload as decoded by the network server, else the raw payload. */
function content(decoded: Record<string, unknown> | null, raw: string | undefined): Record<string, unknown> {
  if (decoded && Object.keys(decoded).length > 0) return decoded;
  return present({ payload: raw });
}

/** The best signal among the receiving gateways. */
function bestSignal(receptions: readonly { rssi?: number | undefined; snr?: number | undefined }[]) {
  const best = receptions.reduce<(typeof receptions)[number]>(
    (a, b) => ((b.rssi ?? -Infinity) > (a.rssi ?? -Infinity) ? b : a),
    {},
  );
  return present({ rssi: best.rssi, snr: best.snr });
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
