/** Time without a frame after which the server is asked for one, and after which the stream is dead, milliseconds. */
const ASK_AFTER_MS = 20_000;
const DEAD_AFTER_MS = 45_000;

/** Values of a device at one instant, epoch milliseconds. */
export interface LiveItem {
  readonly deviceId: string;
  readonly ts: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A frame of the server (docs/stream.md). */
export type StreamFrame =
  | { readonly type: 'ready' | 'pong' | 'scene-changed' | 'device-changed' | 'error' }
  | { readonly type: 'subscribed'; readonly cursor: string }
  | {
      readonly type: 'telemetry';
      readonly id?: string;
      readonly cursor?: string;
      readonly items: readonly LiveItem[];
    }
  | { readonly type: 'device-state'; readonly items: readonly { deviceId: string; online: boolean }[] }
  | {
      readonly type: 'alarm';
      readonly alarm: Readonly<Record<'id' | 'deviceId' | 'name' | 'severity' | 'status', string>>;
    };

/** Options of {@link openStream}. */
export interface StreamOptions {
  /** Address of the platform. */
  readonly server: string;
  readonly token: string;
  readonly sceneId: string;
  /** Number of the last commit that is known; '0': none. */
  readonly cursor: string;
  readonly onFrame: (frame: StreamFrame) => void;
  /** Called once, unless it was closed from here. */
  readonly onClose: () => void;
}

/** Follows a scene. @returns a function that closes the stream */
export function openStream({ server, token, sceneId, cursor, onFrame, onClose }: StreamOptions): () => void {
  const address = new URL('/api/stream', server);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  let receivedAt = Date.now();
  const close = (): void => {
    clearInterval(heartbeat);
    socket.onmessage = socket.onclose = null;
    // Closing a socket that connects writes an error to the console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
  const lost = (): void => {
    close();
    onClose();
  };
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  const heartbeat = setInterval(() => {
    const silence = Date.now() - receivedAt;
    if (silence > DEAD_AFTER_MS) lost();
    else if (silence > ASK_AFTER_MS && socket.readyState === WebSocket.OPEN) send({ type: 'ping' });
  }, ASK_AFTER_MS / 2);
  socket.onopen = () => send({ type: 'auth', token });
  socket.onclose = lost;
  socket.onmessage = ({ data }) => {
    receivedAt = Date.now();
    const frame = JSON.parse(String(data)) as StreamFrame;
    if (frame.type === 'ready') send({ type: 'subscribe', id: 'scene', scene: sceneId, cursor, every: 500 });
    else onFrame(frame);
  };
  return close;
}
