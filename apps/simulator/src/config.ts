import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { DemoDevice } from './devices/assign-profiles.ts';

export interface SimulatorConfig {
  mqttUrl: string;
  /** RTMP address for the streams of cameras; without it they are offline. */
  rtmpUrl?: string | undefined;
  devices: DemoDevice[];
  /** Milliseconds between two readings of a device. */
  intervalMs: number;
  seed: number;
  /** Shortest pause before a reconnection, ms; default: that of the session. */
  reconnectMs?: number;
  /** File of the soil's state between runs; undefined: none. */
  statePath: string | undefined;
}

const Devices = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    productModelCode: v.string(),
    token: v.pipe(v.string(), v.nonEmpty()),
  }),
);

const IntervalMs = v.pipe(
  v.string(),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(250),
  v.maxValue(3_600_000),
);
const RtmpUrl = v.optional(
  v.pipe(v.string(), v.regex(/^rtmp:\/\/[^/\s]+\/\w+$/, 'not rtmp://host:port/app')),
);
const Seed = v.pipe(v.string(), v.transform(Number), v.number(), v.integer());

/**
 * Reads the settings from the environment:
 *
 * - FARM3D_MQTT_URL, default mqtt://127.0.0.1:1883
 * - FARM3D_RTMP_URL, `rtmp://host:port/app` for the streams of cameras; default none
 * - FARM3D_DEMO_DEVICES, required: a file with `[{id, name, productModelCode, token}]`, or that JSON itself
 * - FARM3D_SIM_INTERVAL_MS, 250 … 3,600,000, default 5000
 * - FARM3D_SIM_SEED, default 20260
 *
 * @throws Error with one line that names the invalid setting
 */
export async function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Promise<SimulatorConfig> {
  const source = env['FARM3D_DEMO_DEVICES'];
  if (!source) throw new Error('FARM3D_DEMO_DEVICES is not set: name the file with the demo devices');
  const inline = source.trimStart().startsWith('[');
  const text = inline ? source : await readText(source);
  return {
    mqttUrl: env['FARM3D_MQTT_URL'] ?? 'mqtt://127.0.0.1:1883',
    rtmpUrl: setting('FARM3D_RTMP_URL', RtmpUrl, env['FARM3D_RTMP_URL']),
    devices: setting('FARM3D_DEMO_DEVICES', Devices, json(text)),
    intervalMs: setting('FARM3D_SIM_INTERVAL_MS', IntervalMs, env['FARM3D_SIM_INTERVAL_MS'] ?? '5000'),
    seed: setting('FARM3D_SIM_SEED', Seed, env['FARM3D_SIM_SEED'] ?? '20260'),
    statePath: inline ? undefined : source.replace(/[^/\\]*$/, 'simulator-state.json'),
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`FARM3D_DEMO_DEVICES: cannot read ${path}`, { cause });
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('FARM3D_DEMO_DEVICES is not JSON', { cause });
  }
}

function setting<T extends v.GenericSchema>(name: string, schema: T, value: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new Error(`${name}${issue.path ? `, ${v.getDotPath(issue)}` : ''}: ${issue.message}`);
}
