// The parts of node-media-server (JavaScript without types) that the media process uses.

declare module 'node-media-server/src/core/context.js' {
  export interface Subscriber {
    close: () => void;
  }
  export interface Broadcast {
    publisher: object | null;
    readonly subscribers: ReadonlyMap<string, Subscriber>;
    /** How long a publisher that disconnected still counts as present, ms. */
    publishGraceMs: number;
  }
  const context: { broadcasts: Map<string, Broadcast> };
  export default context;
}

declare module 'node-media-server/src/core/logger.js' {
  const logger: { level: 'trace' | 'debug' | 'info' | 'warn' | 'error' };
  export default logger;
}

declare module 'node-media-server/src/session/rtmp_session.js' {
  import type { Socket } from 'node:net';
  import type { Broadcast } from 'node-media-server/src/core/context.js';

  export interface StreamRequest {
    readonly app: string;
    readonly name: string;
    readonly host: string;
    readonly query: Readonly<Record<string, string>>;
  }

  /** One RTMP connection. Its callbacks are read when `run` is called. */
  export default class RtmpSession {
    constructor(socket: Socket);
    readonly socket: Socket;
    broadcast: Broadcast;
    rtmp: {
      readonly parserPacket: { readonly header: { readonly length: number } };
      readonly inPackets: ReadonlyMap<number, unknown>;
      packetAlloc: () => void;
    };
    run: () => void;
    onConnect: (request: StreamRequest) => void;
    onPlay: () => void;
    onPush: () => void;
    onPacket: (packet: unknown) => void;
    onData: (data: Buffer) => void;
    onClose: () => void;
  }
}

declare module 'node-media-server/src/session/flv_session.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** One HTTP-FLV viewer. */
  export default class FlvSession {
    constructor(
      request: IncomingMessage & {
        params: { app: string; name: string };
        query: Record<string, string>;
        hostname: string;
      },
      response: ServerResponse,
    );
    run: () => void;
  }
}
