import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ServerFrame } from '@farm3d/api';
import type { Grants, GrantKeeper } from '../../platform/auth/grants/grants.ts';
import { mayUsePage } from '../../platform/auth/page-origins.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import { sourceOf, TrustedProxies } from '../../platform/client-address.ts';
import type { Clock } from '../../platform/clock.ts';
import { DEFAULT_CAPS, type ServerConfig } from '../../platform/config/settings.ts';
import type { ServerEvents } from '../../platform/events.ts';
import { AnonymousConnections } from '../../platform/limits/anonymous-connections.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { Logger } from '../../platform/logger.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { isVisible } from '../../platform/telemetry/visible-keys.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import { isAlarmVisible } from '../../features/alarms/repository.ts';
import { lastActivityOf } from '../../features/devices/wire.ts';
import { MQTT_PATH } from '../mqtt/over-websocket.ts';
import { refuseUpgrade } from '../web/http-listener.ts';
import { Connection, type ConnectionHost } from './connection.ts';
import { Followers } from './followers.ts';
import { OpenStreams } from './open-streams.ts';
import type { StreamGrant, Subscriber } from './subscriptions.ts';
import type { TargetResolver } from '../../features/sharing/stream-targets.ts';

/** Path of the stream. */
const STREAM_PATH = '/api/stream';
/** A connection without a pong within this time is dead, milliseconds. */
const HEARTBEAT_MS = 30_000;
/** Largest frame of a client: a subscription to 5,000 devices has about 200 KB. */
const MAX_FRAME_BYTES = 256 * 1024;

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The part of an HTTP server that the hub uses. */
interface UpgradeSource {
  on(event: 'upgrade', listener: UpgradeListener): unknown;
  off(event: 'upgrade', listener: UpgradeListener): unknown;
}

export interface Hub {
  /** Handles the upgrades of `server` to STREAM_PATH; others are refused. */
  attach(server: UpgradeSource): void;
  readonly connections: number;
  /** Keeper of the subscriptions of one kind. */
  keeper(grant: StreamGrant): GrantKeeper;
  /** Closes all connections and stops listening. Idempotent. */
  close(): Promise<void>;
}

/** Dependencies of the stream. */
export interface HubOptions {
  readonly config: Pick<ServerConfig, 'caps' | 'trustedProxies' | 'forwardedHeader'>;
  readonly limits: Pick<RateLimits, 'take'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly grants: Grants;
  readonly principals: Principals;
  readonly targets: TargetResolver;
  readonly events: ServerEvents;
  readonly sessions: DeviceSessions;
  readonly telemetry: TelemetryQueries;
}

/** What an alarm in its wire form tells of the keys of its device. */
const keysOfAlarm = ({ identify, values }: Readonly<Record<string, unknown>>) => ({
  identify: typeof identify === 'string' ? identify : null,
  values: typeof values === 'object' && values !== null ? (values as Record<string, never>) : {},
});

/** Sends events to the clients of the stream, after their commit. */
export function createHub(needs: HubOptions): Hub {
  const { config, limits, targets, log, clock, grants, principals, events, sessions, telemetry } = needs;
  const caps = { ...DEFAULT_CAPS, ...config.caps };
  const proxies = new TrustedProxies(config.trustedProxies, config.forwardedHeader);
  const anonymous = new AnonymousConnections(caps.anonymous);
  const open = new OpenStreams(caps.streams, caps['user-streams']);
  const followers = new Followers<Subscriber>();
  const host: ConnectionHost = {
    log,
    limits,
    admit: (connection, key) => open.admit(connection, key),
    followers,
    principals,
    grants,
    clock,
    telemetry,
    resolver: targets,
    stateOf: (device) => ({
      online: sessions.isOnline(device.id),
      lastActivity: lastActivityOf(device, sessions),
    }),
  };
  const broadcast = (id: string, organisationId: string, frame: ServerFrame): void => {
    for (const connection of followers.of(id, organisationId)) connection.send(frame);
  };
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const connections = new Set<Connection>();
  const attached: UpgradeSource[] = [];
  let closed = false;

  const upgrade: UpgradeListener = (request, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0];
    // Handled by MqttOverWebSocket.
    if (path === MQTT_PATH) return;
    const status = path !== STREAM_PATH ? '404 Not Found' : closed ? '503 Service Unavailable' : null;
    if (status !== null) {
      refuseUpgrade(socket, status);
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const source = sourceOf(proxies.clientOf(request.socket.remoteAddress, request.headers));
      const connection = new Connection(webSocket, {
        ...host,
        mayUsePage: (principal) => mayUsePage(principal, request.headers),
        authenticated: anonymous.add(source, () => connection.terminate()),
      });
      connections.add(connection);
      webSocket.on('close', () => {
        connections.delete(connection);
        open.remove(connection);
      });
    });
  };

  const heartbeat = setInterval(() => {
    for (const connection of connections) {
      if (connection.alive) connection.ping();
      else connection.terminate();
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const off = [
    events.on('committed', ({ items }) => {
      for (const readings of items) {
        const { deviceId, organisationId } = readings;
        for (const connection of followers.of(deviceId, organisationId)) connection.push(readings);
      }
    }),
    events.on('device-state', ({ deviceId, organisationId, online, lastActivity }) => {
      broadcast(deviceId, organisationId, {
        type: 'device-state',
        items: [{ deviceId, online, lastActivity }],
      });
    }),
    events.on('rejection', ({ deviceId, organisationId, count, ts, reason, problems }) => {
      for (const connection of followers.of(deviceId, organisationId)) {
        const visible = connection.visibleOf(deviceId);
        const shown = problems.filter(({ field }) => isVisible(visible, field));
        if (visible && shown.length === 0) continue;
        const why = visible ? (shown[0]?.reason ?? '') : reason;
        connection.send({ type: 'rejection', deviceId, count, ts, reason: why, problems: shown });
      }
    }),
    events.on('alarm', ({ deviceId, organisationId, change, alarm }) => {
      const frame = { type: 'alarm', deviceId, change, alarm } as const;
      for (const connection of followers.of(deviceId, organisationId))
        if (isAlarmVisible(connection.visibleOf(deviceId), keysOfAlarm(alarm))) connection.send(frame);
    }),
    events.on('device-changed', ({ deviceId, organisationId }) => {
      broadcast(deviceId, organisationId, { type: 'device-changed', deviceId });
    }),
    events.on('scene-changed', ({ sceneId, organisationId, version, by }) => {
      for (const connection of followers.of(sceneId, organisationId)) {
        connection.send({ type: 'scene-changed', sceneId, version, by });
        connection.sceneChanged(sceneId);
      }
    }),
    events.on('scene-weather', ({ sceneId, organisationId, kind }) => {
      broadcast(sceneId, organisationId, { type: 'scene-weather', sceneId, kind });
    }),
  ];

  return {
    attach(httpServer) {
      httpServer.on('upgrade', upgrade);
      attached.push(httpServer);
    },
    get connections() {
      return connections.size;
    },
    keeper: (grant) => ({
      async end(change) {
        const concerned = [...connections].filter((connection) => connection.concerns(change));
        await Promise.all(concerned.map((connection) => connection.accessChanged(grant)));
      },
    }),
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(heartbeat);
      for (const stop of off) stop();
      for (const httpServer of attached) httpServer.off('upgrade', upgrade);
      for (const connection of connections) connection.close(1001, 'the server is stopping');
      // A client that does not answer the close is terminated.
      const terminateTimer = setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, 1_000);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(
        [...server.clients].map(
          (client) => new Promise<void>((resolve) => client.once('close', () => resolve())),
        ),
      );
      clearTimeout(terminateTimer);
    },
  };
}
