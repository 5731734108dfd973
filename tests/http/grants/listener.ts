import type { StreamTarget } from '@farm3d/api';
import { WebSocket } from 'ws';
import { waitFor } from '../../support/wait.ts';

interface Frame {
  type: string;
  id?: string;
  code?: string;
  cursor?: string;
  items?: { deviceId: string; values?: Record<string, unknown> }[];
}

/** A client of the stream that keeps all frames with their time of arrival (`performance.now()`, ms). */
export class Listener {
  readonly frames: Frame[] = [];
  readonly cameAt: number[] = [];
  closedAt: number | null = null;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (raw: Buffer) => {
      this.cameAt.push(performance.now());
      this.frames.push(JSON.parse(raw.toString()) as Frame);
    });
    socket.on('close', () => (this.closedAt = performance.now()));
    socket.on('error', () => undefined);
  }

  /** Connects, or is refused: then it is closed. */
  static async open(baseUrl: string, token: string): Promise<Listener> {
    const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/stream`);
    const listener = new Listener(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'auth', token }));
    return listener;
  }

  get closed(): boolean {
    return this.#socket.readyState === WebSocket.CLOSED;
  }

  /** The newest commit that it has received. */
  get cursor(): string {
    return this.frames.findLast(({ cursor }) => cursor !== undefined)?.cursor ?? '0';
  }

  /** Resolves when the subscription runs, or was refused. */
  async follow(id: string, target: StreamTarget, cursor?: string): Promise<boolean> {
    if (this.closed) return false;
    this.#socket.send(JSON.stringify({ type: 'subscribe', id, cursor, ...target }));
    const runs = (): boolean => this.frames.some((frame) => frame.type === 'subscribed' && frame.id === id);
    await waitFor(() => this.closed || runs() || this.lost(id), { what: `the subscription ${id}` });
    return runs();
  }

  /** Whether the server ended or refused the subscription. */
  lost(id: string): boolean {
    return this.frames.some((frame) => frame.type === 'error' && frame.id === id);
  }

  /** All values of a device that were sent, live and in replays. */
  valuesOf(deviceId: string): unknown[] {
    return this.frames
      .filter(({ type }) => type === 'telemetry')
      .flatMap(({ items = [] }) => items)
      .filter((item) => item.deviceId === deviceId)
      .flatMap(({ values = {} }) => Object.values(values));
  }

  /** All that was received. */
  text(): string {
    return JSON.stringify(this.frames);
  }

  async hears(deviceId: string, value: number): Promise<void> {
    await waitFor(() => this.valuesOf(deviceId).includes(value), { what: `the value ${value}` });
  }

  leave(): void {
    this.#socket.terminate();
  }
}
