/** ThingsBoard's MQTT device API v1, the JSON part. A closed set: a device can speak of nothing but itself. */
export type DeviceTopic =
  | { readonly kind: 'telemetry' }
  | { readonly kind: 'attributes' }
  | { readonly kind: 'attributes-request'; readonly id: string }
  /** The answer of the device to our command. */
  | { readonly kind: 'rpc-response'; readonly id: number }
  /** A question of the device to us. */
  | { readonly kind: 'rpc-request'; readonly id: string };

const FIXED = new Map<string, DeviceTopic>([
  ['v1/devices/me/telemetry', { kind: 'telemetry' }],
  ['v2/t', { kind: 'telemetry' }],
  ['v2/t/j', { kind: 'telemetry' }],
  ['v1/devices/me/attributes', { kind: 'attributes' }],
  ['v2/a', { kind: 'attributes' }],
  ['v2/a/j', { kind: 'attributes' }],
]);

/** What a device may publish to, or null. */
export function readPublishTopic(topic: string): DeviceTopic | null {
  const fixed = FIXED.get(topic);
  if (fixed) return fixed;
  const numbered = /^v1\/devices\/me\/(rpc\/response|rpc\/request|attributes\/request)\/(\d{1,10})$/.exec(
    topic,
  );
  const id = numbered?.[2];
  if (id === undefined) return null;
  if (numbered?.[1] === 'rpc/response') return { kind: 'rpc-response', id: Number(id) };
  return numbered?.[1] === 'rpc/request' ? { kind: 'rpc-request', id } : { kind: 'attributes-request', id };
}

export const RPC_REQUEST_FILTER = 'v1/devices/me/rpc/request/+';

/** What a device may subscribe to. */
const SUBSCRIPTIONS: ReadonlySet<string> = new Set([
  RPC_REQUEST_FILTER,
  'v1/devices/me/rpc/response/+',
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
]);

export function maySubscribe(filter: string): boolean {
  return SUBSCRIPTIONS.has(filter);
}

/** Whether one of these filters covers the topic; `+` stands only at the end here. */
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
