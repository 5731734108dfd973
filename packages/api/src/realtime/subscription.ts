import { decodeAlarm } from '../wire/alarm.ts';
import type { ClientFrame, ServerFrame, StreamEvent, StreamTarget } from './protocol.ts';

/** One subscription of the realtime client: its target, and the frames that belong to it. */
export class Subscription {
  readonly id: string;
  readonly target: StreamTarget;
  readonly #listener: (event: StreamEvent) => void;
  /** Null until the server sends them; an organisation stays null. */
  #devices: ReadonlySet<string> | null;
  /** The server has answered once: the next request resumes. */
  #established = false;
  /** A resume request awaits its response. */
  #isResuming = false;
  readonly #snapshot: boolean;
  readonly #intervalMs: number | undefined;

  constructor(
    id: string,
    target: StreamTarget,
    listener: (event: StreamEvent) => void,
    { snapshot, intervalMs }: { readonly snapshot: boolean; readonly intervalMs: number | undefined },
  ) {
    this.id = id;
    this.target = target;
    this.#listener = listener;
    this.#snapshot = snapshot;
    this.#intervalMs = intervalMs;
    this.#devices = 'devices' in target ? new Set(target.devices) : null;
  }

  /** The subscribe frame: from `cursor` on when it was established, from the beginning for a snapshot. */
  frame(cursor: string | null): ClientFrame {
    this.#isResuming = this.#established;
    const from = this.#established ? cursor : this.#snapshot ? '0' : null;
    return {
      type: 'subscribe',
      id: this.id,
      ...this.target,
      ...(from === null ? {} : { cursor: from }),
      ...(this.#intervalMs === undefined ? {} : { every: this.#intervalMs }),
    };
  }

  #covers(deviceId: string): boolean {
    if ('organisation' in this.target) return true;
    return this.#devices?.has(deviceId) ?? false;
  }

  receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'subscribed':
        if (frame.id !== this.id) return;
        this.#established = true;
        if (frame.devices) this.#devices = new Set(frame.devices);
        this.#listener({
          type: 'subscribed',
          devices: frame.devices ?? null,
          ...(this.#isResuming ? { resumed: true as const } : {}),
        });
        this.#isResuming = false;
        return;
      case 'error':
        if (frame.id === this.id) this.#listener({ type: 'error', code: frame.code, msg: frame.msg });
        return;
      case 'telemetry':
      case 'device-state': {
        if (frame.id !== undefined) {
          if (frame.id === this.id) this.#listener(frame);
          return;
        }
        const items = (frame.items as { deviceId: string }[]).filter((item) => this.#covers(item.deviceId));
        if (items.length === 0) return;
        // Usually the whole frame belongs to it, and nothing is copied.
        this.#listener(items.length === frame.items.length ? frame : ({ ...frame, items } as StreamEvent));
        return;
      }
      case 'rejection':
      case 'device-changed':
        if (this.#covers(frame.deviceId)) this.#listener(frame);
        return;
      case 'alarm':
        if (this.#covers(frame.deviceId)) this.#listener({ ...frame, alarm: decodeAlarm(frame.alarm) });
        return;
      case 'scene-changed':
      case 'scene-weather':
        if (
          'organisation' in this.target ||
          ('scene' in this.target && this.target.scene === frame.sceneId)
        ) {
          this.#listener(frame);
        }
        return;
      default:
    }
  }
}
