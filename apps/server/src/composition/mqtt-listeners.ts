import { MqttBroker } from '../adapters/mqtt/broker.ts';
import { readNodeId } from '../adapters/mqtt/node-id.ts';
import { OutsideBroker } from '../adapters/mqtt/outside-broker.ts';
import { DeviceClaims } from '../features/devices/device-claims.ts';
import { DraftModels } from '../features/product-models/draft-models.ts';
import { GatewayDevices } from '../features/devices/gateway-devices.ts';
import { Provisioning } from '../features/devices/provisioning.ts';
import { TrustedProxies } from '../platform/client-address.ts';
import { DEFAULT_CAPS } from '../platform/config/settings.ts';
import { AnonymousConnections } from '../platform/limits/anonymous-connections.ts';
import { TokenBuckets } from '../platform/limits/token-buckets.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { readAuthority, type Certificate } from '../platform/tls.ts';
import type { DeviceCore } from './device-core.ts';
import type { Foundation } from './foundation.ts';

/** The MQTT listeners of the server. */
export interface MqttListeners {
  readonly broker: MqttBroker;
  /** Whether devices can connect, with an external broker also there. */
  readonly ready: boolean;
}

/**
 * Starts the embedded broker and the connection to an external one. At the stop no new connections are accepted
 * first, then accepted messages are committed and acknowledged, then the connections close.
 */
export async function startMqttListeners(
  { config, log, events, db, pool, limits }: Foundation,
  core: DeviceCore,
  tls: Certificate | undefined,
  shutdown: Shutdown,
): Promise<MqttListeners> {
  const { ingest, credentials, sessions, rpc, attributes, batcher } = core;
  const deviceCa = config.deviceCaFile === undefined ? undefined : readAuthority(config.deviceCaFile);
  const drafts = new DraftModels(pool, log);
  shutdown.add('draft product models', drafts.start(events));
  const gatewayDevices = new GatewayDevices(pool, events, drafts);
  const claims = new DeviceClaims(db);
  const devices = { ingest, credentials, sessions, rpc, attributes, gatewayDevices, claims, events, log };
  const broker = new MqttBroker({
    ...devices,
    host: config.host,
    port: config.mqttPort,
    provisioning: new Provisioning(pool, events, limits),
    messageRates: new TokenBuckets(config.limits),
    proxies: new TrustedProxies(config.trustedProxies),
    anonymous: new AnonymousConnections({ ...DEFAULT_CAPS, ...config.caps }.anonymous),
    limits,
    ...(tls && { tls: { ...tls, ...(deviceCa && { deviceCa }), port: config.mqttTlsPort } }),
  });
  const outside =
    config.mqttUrl === undefined
      ? null
      : new OutsideBroker({ ...devices, url: config.mqttUrl, clientId: readNodeId(config.dataDir) });
  shutdown.add('mqtt connections', () => broker.stop());
  if (outside) shutdown.add('outside connection', () => outside.stop());
  shutdown.add('batcher', () => batcher.stop());
  await broker.start();
  shutdown.add('mqtt listener', () => broker.stopAccepting());
  if (outside) {
    await outside.start();
    shutdown.add('outside broker', () => outside.stopAccepting());
  }
  return {
    broker,
    get ready() {
      return broker.listening && (outside?.ready ?? true);
    },
  };
}
