import { check } from '../core/check.ts';
import type { IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { fetchScene, isRefusal } from './fetch-scene.ts';
import { LiveStates } from './live-states.ts';
import { openStream, type LiveItem, type StreamFrame } from './live-stream.ts';
import type {
  LiveAnswer,
  LiveConnection,
  LiveEvents,
  LiveOptions,
  LiveStatus,
  LiveTarget,
} from './live-types.ts';

/** Delays before the server is tried again, milliseconds; the last one repeats. */
const DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 30_000];

const MARK = { 'zh-CN': '（模拟）', en: ' (simulated)' };

const EVENTS: Readonly<Record<keyof LiveEvents, true>> = {
  'live-status': true,
  'live-scene': true,
  reading: true,
  'device-state': true,
  alarm: true,
  error: true,
};

class Connection extends TypedEmitter<LiveEvents> implements LiveConnection {
  readonly #target: LiveTarget;
  readonly #options: LiveOptions;
  readonly #states: LiveStates;
  readonly #lifetime = new AbortController();
  #status: LiveStatus | undefined;
  #cursor = '0';
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closeStream: () => void = () => {};
  /** What is loaded, as text: loaded again when it differs. */
  #loaded: string | undefined;
  #childModels: LiveAnswer['childModels'] = {};
  /** Shows the child scenes, once there are any. */
  #children: IDisposable | undefined;
  /** Counts the attempts to connect: a later one replaces an earlier one. */
  #attempt = 0;

  constructor(target: LiveTarget, options: LiveOptions) {
    super(EVENTS);
    this.#target = target;
    this.#options = options;
    this.#states = new LiveStates(options.locale ?? 'zh-CN');
    // Listeners are added after this constructor.
    queueMicrotask(() => void this.#connect());
  }

  close(): void {
    if (this.#lifetime.signal.aborted) return;
    this.#lifetime.abort();
    clearTimeout(this.#retry);
    this.#closeStream();
    this.removeAllListeners();
  }

  get #isClosed(): boolean {
    return this.#lifetime.signal.aborted;
  }

  #setStatus(status: LiveStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.emit('live-status', { status });
  }

  /** Fetches the scene, which tells what was missed, loads it if it is new, and follows it. */
  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#closeStream();
    const attempt = ++this.#attempt;
    const isOver = () => this.#isClosed || attempt !== this.#attempt;
    if (this.#status !== 'offline') this.#setStatus('connecting');
    try {
      const answer = await fetchScene(this.#options, this.#lifetime.signal);
      if (isOver()) return;
      await this.#adopt(answer);
      if (isOver()) return;
      const { server, token } = this.#options;
      this.#closeStream = openStream({
        server,
        token,
        sceneId: answer.sceneId,
        cursor: this.#cursor,
        onFrame: (frame) => this.#received(frame),
        onClose: () => this.#lost(),
      });
    } catch (error) {
      if (!isOver()) this.#failed(FarmError.from(error, 'server-unreachable'));
    }
  }

  #failed(error: FarmError): void {
    // One error is enough until the server has been reached.
    if (isRefusal(error)) {
      this.emit('error', { error });
      this.close();
      return;
    }
    if (this.#failures === 0) this.emit('error', { error });
    this.#lost();
  }

  #lost(): void {
    if (this.#isClosed) return;
    this.#setStatus('offline');
    const delay = DELAYS_MS[Math.min(this.#failures++, DELAYS_MS.length - 1)];
    this.#retry = setTimeout(() => void this.#connect(), delay);
  }

  async #adopt(answer: LiveAnswer): Promise<void> {
    const { scene, childModels, ...live } = answer;
    this.#states.adopt(live.devices, live.alarms);
    const text = JSON.stringify([scene.layout, scene.catalogue.map(({ name }) => name), childModels]);
    if (text !== this.#loaded) {
      await this.#target.load({ ...scene, catalogue: this.#marked(answer) });
      if (this.#isClosed) return;
      this.#loaded = text;
      await this.#showChildren(childModels);
      this.emit('live-scene', live);
    }
    if (!this.#isClosed) this.#target.setLiveState(this.#states.of());
  }

  /** The catalogue, in which the names of simulated devices say so. */
  #marked({ scene, devices }: LiveAnswer): LiveAnswer['scene']['catalogue'] {
    const simulated = new Set(devices.filter((device) => device.simulated).map(({ id }) => id));
    const mark = MARK[this.#options.locale ?? 'zh-CN'];
    return scene.catalogue.map((row) =>
      simulated.has(row.equipmentId) ? { ...row, name: row.name + mark } : row,
    );
  }

  /** Greenhouses on a plot; their code is loaded only then. */
  async #showChildren(models: LiveAnswer['childModels']): Promise<void> {
    this.#childModels = models;
    if (this.#children || Object.keys(models).length === 0) return;
    const { ChildScenes } = await import('../farm/child-scenes.ts');
    const viewer = ('use' in this.#target ? this.#target : this.#target.viewer) as
      | FarmViewer
      | null
      | undefined;
    if (this.#isClosed || this.#children || !viewer) return;
    this.#children = new ChildScenes(viewer, { modelPathOf: (id) => this.#childModels[id] ?? null });
  }

  #received(frame: StreamFrame): void {
    switch (frame.type) {
      case 'subscribed':
        if (this.#cursor === '0') this.#cursor = frame.cursor;
        this.#failures = 0;
        this.#setStatus('online');
        return;
      case 'telemetry':
        // Of a replay the cursor says nothing about what came since.
        if (frame.id === undefined && frame.cursor !== undefined) this.#cursor = frame.cursor;
        this.#read(frame.items);
        return;
      case 'device-state':
        for (const { deviceId: id, online } of frame.items) {
          this.#states.setOnline(id, online);
          this.emit('device-state', { id, online });
        }
        this.#target.setLiveState(this.#states.of(frame.items.map(({ deviceId }) => deviceId)));
        return;
      case 'alarm': {
        const { id, deviceId, name, severity, status } = frame.alarm;
        const active = status === 'ACTIVE';
        this.#states.setAlarm({ id, deviceId, name, severity }, active);
        this.emit('alarm', { id, deviceId, name, severity, active });
        this.#target.setLiveState(this.#states.of([deviceId]));
        return;
      }
      case 'scene-changed':
      case 'device-changed':
        // Fetched again with what has changed.
        void this.#connect();
        return;
      case 'error':
        this.#closeStream();
        this.#lost();
        return;
      default:
    }
  }

  #read(items: readonly LiveItem[]): void {
    const changed = new Set<string>();
    for (const { deviceId: id, ts, values } of items) {
      if (this.#states.read(id, values)) changed.add(id);
      this.emit('reading', { id, ts, values });
    }
    if (changed.size > 0) this.#target.setLiveState(this.#states.of(changed));
  }
}

/**
 * Shows the scene of an embed token, live: loads it into the viewer and follows states, readings and alarms. A connection that
 * is lost is made again by itself.
 * @throws FarmError `invalid-argument`
 * @example connectLive(viewer, { server: 'https://farm.example', token: 'f3e_…' }).on('error', ({ error }) => show(error));
 */
export function connectLive(target: LiveTarget, options: LiveOptions): LiveConnection {
  const { server, token, scene } = options;
  check(URL.canParse(server) && /^https?:/.test(server), 'server', server);
  check(typeof token === 'string' && token !== '', 'token', '…');
  check(scene === undefined || typeof scene === 'string', 'scene', scene);
  return new Connection(target, options);
}
