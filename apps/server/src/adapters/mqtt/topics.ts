/** ThingsBoard's MQTT device API v1, the JSON part. A closed set: a device can report only for itself. */
export type DeviceTopic =
  | { readonly kind: 'telemetry' }
  | { readonly kind: 'attributes' }
  | { readonly kind: 'attributes-request'; readonly id: string }
  /** Response of the device to a command. */
  | { readonly kind: 'rpc-response'; readonly id: number }
  /** Message of a gateway for its devices. */
  | { readonly kind: 'gateway'; readonly about: GatewayTopic }
  /** Secret by which a user may claim the device. */
  | { readonly kind: 'claim' }
  /** Request for firmware or software, which the server does not have. */
  | { readonly kind: 'firmware' }
  /** Request of the device to the server. */
  | { readonly kind: 'rpc-request'; readonly id: string };

/** ThingsBoard's gateway API. */
export type GatewayTopic =
  | 'telemetry'
  | 'attributes'
  | 'connect'
  | 'disconnect'
  | 'attributes-request'
  | 'claim'
  | 'rpc';

export const GATEWAY_RPC_TOPIC = 'v1/gateway/rpc';
export const GATEWAY_ATTRIBUTES_TOPIC = 'v1/gateway/attributes';
export const GATEWAY_ATTRIBUTES_RESPONSE_TOPIC = 'v1/gateway/attributes/response';
export const GATEWAY_DISCONNECT_TOPIC = 'v1/gateway/disconnect';

const FIXED = new Map<string, DeviceTopic>([
  ['v1/devices/me/telemetry', { kind: 'telemetry' }],
  ['v2/t', { kind: 'telemetry' }],
  ['v2/t/j', { kind: 'telemetry' }],
  ['v1/devices/me/attributes', { kind: 'attributes' }],
  ['v2/a', { kind: 'attributes' }],
  ['v2/a/j', { kind: 'attributes' }],
  ['v1/devices/me/claim', { kind: 'claim' }],
  ['v1/gateway/claim', { kind: 'gateway', about: 'claim' }],
  ['v1/gateway/telemetry', { kind: 'gateway', about: 'telemetry' }],
  [GATEWAY_ATTRIBUTES_TOPIC, { kind: 'gateway', about: 'attributes' }],
  ['v1/gateway/connect', { kind: 'gateway', about: 'connect' }],
  [GATEWAY_DISCONNECT_TOPIC, { kind: 'gateway', about: 'disconnect' }],
  ['v1/gateway/attributes/request', { kind: 'gateway', about: 'attributes-request' }],
  [GATEWAY_RPC_TOPIC, { kind: 'gateway', about: 'rpc' }],
]);

/** The topic that a device may publish to; null for any other. */
export function readPublishTopic(topic: string): DeviceTopic | null {
  const fixed = FIXED.get(topic);
  if (fixed) return fixed;
  if (/^v2\/(fw|sw)\/request\/\d{1,10}\/chunk\/\d{1,10}$/.test(topic)) return { kind: 'firmware' };
  const numbered = /^v1\/devices\/me\/(rpc\/response|rpc\/request|attributes\/request)\/(\d{1,10})$/.exec(
    topic,
  );
  const id = numbered?.[2];
  if (id === undefined) return null;
  if (numbered?.[1] === 'rpc/response') return { kind: 'rpc-response', id: Number(id) };
  return numbered?.[1] === 'rpc/request' ? { kind: 'rpc-request', id } : { kind: 'attributes-request', id };
}

/** Topic of the response that there is no firmware. */
export const FIRMWARE_ERROR_TOPIC = 'v2/fw/error';

/** Topics of a connection that provisions a device; it may use no other. */
export const PROVISION_REQUEST = '/provision/request';
export const PROVISION_RESPONSE = '/provision/response';

export const RPC_REQUEST_FILTER = 'v1/devices/me/rpc/request/+';

/** Topics that a device may subscribe to. */
const SUBSCRIPTIONS: ReadonlySet<string> = new Set([
  RPC_REQUEST_FILTER,
  'v1/devices/me/rpc/response/+',
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v2/fw/response/+/chunk/+',
  'v2/sw/response/+/chunk/+',
  FIRMWARE_ERROR_TOPIC,
]);

/** Further topics of a gateway. */
const GATEWAY_SUBSCRIPTIONS: ReadonlySet<string> = new Set([
  GATEWAY_RPC_TOPIC,
  GATEWAY_ATTRIBUTES_TOPIC,
  GATEWAY_ATTRIBUTES_RESPONSE_TOPIC,
  GATEWAY_DISCONNECT_TOPIC,
]);

export function maySubscribe(filter: string, gateway = false): boolean {
  return SUBSCRIPTIONS.has(filter) || (gateway && GATEWAY_SUBSCRIPTIONS.has(filter));
}

/** Whether one of the filters covers the topic; `+` only occurs at the end here. */
export function coveredBy(topic: string, filters: Iterable<string>): string | null {
  for (const filter of filters) {
    if (filter === topic) return filter;
    if (
      filter.endsWith('/+') &&
      topic.startsWith(filter.slice(0, -1)) &&
      !topic.slice(filter.length - 1).includes('/')
    ) {
      return filter;
    }
  }
  return null;
}
