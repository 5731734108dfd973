import type { SimulatorConfig } from './config.ts';
import { assignProfiles } from './devices/assign-profiles.ts';
import { LiveFarm } from './farm.ts';
import { DeviceSession } from './mqtt/device-session.ts';
import { startCameras } from './video/cameras.ts';
import { loadState, saveState } from './state-file.ts';

/** Interval in which the farm advances and fast values are sent. */
const TICK_MS = 1000;
const SAVE_EVERY_MS = 60_000;

export interface Simulator {
  /** Saves the farm and closes all connections. */
  stop(): Promise<void>;
}

/** Starts one connection for each device and advances the farm. */
export async function startSimulator(
  config: SimulatorConfig,
  log: (line: string) => void,
): Promise<Simulator> {
  const devices = assignProfiles(config.devices);
  for (const device of devices.unsupported)
    log(`${device.name}: no behaviour for product model ${device.productModelCode}, it stays offline`);
  const saved = config.statePath ? await loadState(config.statePath) : undefined;
  const farm = new LiveFarm(devices, config.seed, Date.now(), saved);
  const sessions = devices.simulated.map(
    (role) => new DeviceSession(role, { url: config.mqttUrl, farm, log, reconnectMs: config.reconnectMs }),
  );
  const stopCameras =
    config.rtmpUrl === undefined ? [] : await startCameras(config.devices, config.rtmpUrl, log);
  log(`playing ${sessions.length} devices at ${config.mqttUrl}; all their values are simulated`);

  const save = async (): Promise<void> => {
    if (!config.statePath) return;
    await saveState(config.statePath, farm.state).catch((error: unknown) =>
      log(`cannot save the farm's state: ${String(error)}`),
    );
  };
  // Reports are spread over the interval.
  const nextReportMs = sessions.map((_, i) => Date.now() + (i * config.intervalMs) / sessions.length);
  const tick = (): void => {
    const now = Date.now();
    farm.advance(now);
    sessions.forEach((session, i) => {
      const isDue = now >= (nextReportMs[i] ?? 0);
      if (isDue)
        nextReportMs[i] = now + config.intervalMs - ((now - (nextReportMs[i] ?? now)) % config.intervalMs);
      if (isDue || session.reportsEveryTick) void session.report();
    });
  };
  const ticker = setInterval(tick, Math.min(TICK_MS, config.intervalMs));
  const saver = setInterval(() => void save(), SAVE_EVERY_MS);
  return {
    async stop() {
      clearInterval(ticker);
      clearInterval(saver);
      await Promise.all([
        save(),
        ...sessions.map((session) => session.end()),
        ...stopCameras.map((end) => end()),
      ]);
    },
  };
}
