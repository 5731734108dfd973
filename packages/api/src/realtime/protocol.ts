import * as v from 'valibot';
import { ALARM_CHANGES, type Alarm } from '../wire/alarm.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';

/*
 * JSON text frames over GET /api/stream. The client sends `auth` within 10 s and then subscribes; it sends `auth`
 * again with a fresh token before the old one expires. A cursor is the number of a commit.
 */

/** Target of a subscription. */
export type StreamTarget =
  | { readonly devices: readonly string[] }
  | { readonly scene: string }
  | { readonly organisation: true };

export type ClientFrame =
  | { type: 'auth'; token: string }
  | ({ type: 'subscribe'; id: string; cursor?: string; every?: number } & StreamTarget)
  | { type: 'unsubscribe'; id: string }
  | { type: 'ping' };

/** Readings of a device at one instant. */
export interface TelemetryItem {
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly values: Readonly<Record<string, TelemetryValue>>;
  /** Keys whose values lie outside their declared range; absent: none. */
  readonly outside?: readonly string[];
}

/**
 * By hand: there are hundreds of readings a second, and a schema would cost more than the rest of their processing.
 */
const areTelemetryItems = (items: unknown): items is TelemetryItem[] =>
  Array.isArray(items) &&
  items.every(
    (item: Partial<Record<keyof TelemetryItem, unknown>> | null) =>
      typeof item?.deviceId === 'string' &&
      typeof item.ts === 'number' &&
      typeof item.values === 'object' &&
      item.values !== null &&
      (item.outside === undefined || Array.isArray(item.outside)),
  );

const telemetrySchema = v.object({
  type: v.literal('telemetry'),
  cursor: v.optional(v.string()),
  /** Set when the frame is the replay of one subscription. */
  id: v.optional(v.string()),
  items: v.custom<TelemetryItem[]>(areTelemetryItems),
});

const deviceStateSchema = v.object({
  type: v.literal('device-state'),
  id: v.optional(v.string()),
  items: v.array(
    v.object({ deviceId: v.string(), online: v.boolean(), lastActivity: v.nullable(v.number()) }),
  ),
});

const rejectionSchema = v.object({
  type: v.literal('rejection'),
  deviceId: v.string(),
  count: v.number(),
  ts: v.number(),
  reason: v.string(),
  /** Every refused part of the messages of this commit, each kind once. */
  problems: v.optional(
    v.pipe(v.array(v.object({ field: v.string(), reason: v.string(), count: v.number() })), v.readonly()),
    [],
  ),
});

const sceneChangedSchema = v.object({
  type: v.literal('scene-changed'),
  sceneId: v.string(),
  /** 0 when the scene was deleted. */
  version: v.number(),
  by: v.nullable(v.string()),
});

const sceneWeatherSchema = v.object({
  type: v.literal('scene-weather'),
  sceneId: v.string(),
  /** Weather of a linkage; null: none. */
  kind: v.nullable(v.string()),
});

const deviceChangedSchema = v.object({ type: v.literal('device-changed'), deviceId: v.string() });

const alarmFrameSchema = v.object({
  type: v.literal('alarm'),
  deviceId: v.string(),
  change: v.picklist(ALARM_CHANGES),
  /** As in the list of alarms. */
  alarm: v.record(v.string(), v.unknown()),
});

/** Frames of the server by type. */
const serverFrames = {
  ready: v.object({ type: v.literal('ready') }),
  subscribed: v.object({
    type: v.literal('subscribed'),
    id: v.string(),
    cursor: v.string(),
    /** Devices of the subscription; absent for an organisation. */
    devices: v.optional(v.array(v.string())),
  }),
  telemetry: telemetrySchema,
  'device-state': deviceStateSchema,
  rejection: rejectionSchema,
  'scene-changed': sceneChangedSchema,
  'scene-weather': sceneWeatherSchema,
  'device-changed': deviceChangedSchema,
  alarm: alarmFrameSchema,
  error: v.object({
    type: v.literal('error'),
    code: v.string(),
    msg: v.string(),
    id: v.optional(v.string()),
  }),
  pong: v.object({ type: v.literal('pong') }),
};

export type ServerFrame = v.InferOutput<(typeof serverFrames)[keyof typeof serverFrames]>;

/** Parses a frame of the server; null for an unknown one. A newer server may send others. */
export function readServerFrame(value: unknown): ServerFrame | null {
  const { type } = Object(value) as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(serverFrames, type)) return null;
  const result = v.safeParse(serverFrames[type as keyof typeof serverFrames], value);
  return result.success ? result.output : null;
}

/** Events of a subscription. */
export type StreamEvent =
  | v.InferOutput<typeof telemetrySchema>
  | v.InferOutput<typeof deviceStateSchema>
  | v.InferOutput<typeof rejectionSchema>
  | v.InferOutput<typeof sceneChangedSchema>
  | v.InferOutput<typeof sceneWeatherSchema>
  | v.InferOutput<typeof deviceChangedSchema>
  | (Omit<v.InferOutput<typeof alarmFrameSchema>, 'alarm'> & { alarm: Alarm })
  /**
   * The subscription is established; what follows is live. Resumed: it was interrupted. Missed readings and states
   * have been sent; missed alarms and changes have not: request them again.
   */
  | { type: 'subscribed'; devices: readonly string[] | null; resumed?: true }
  /** The server refused the subscription. */
  | { type: 'error'; code: string; msg: string };

/** Close codes of the stream (4000–4999 are for applications). */
export const STREAM_CLOSE = {
  /** Without a valid token, or it expired. */
  unauthorised: 4401,
  /** Too many frames, or invalid frames. */
  protocol: 4400,
} as const;
