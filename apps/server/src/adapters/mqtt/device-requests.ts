import type { JsonValue } from '../../platform/json-value.ts';
import { MAX_PAYLOAD_BYTES } from '../../platform/telemetry/reading.ts';

/** Messages in flight that we tell a device it may have; a bound of ours, not of the protocol. */
const MAX_INFLIGHT = 100;
/** ThingsBoard's way to say that there is none. */
const UNLIMITED = { messages: '', telemetryMessages: '', telemetryDataPoints: '' };

/** Answers what a device asks of the server. ThingsBoard's clients ask `getSessionLimits` first and wait for it. */
export function answerDeviceRequest(request: JsonValue, gateway: boolean): JsonValue {
  const method =
    typeof request === 'object' && request !== null && !Array.isArray(request)
      ? request['method']
      : undefined;
  if (method !== 'getSessionLimits') return { error: 'unknown method' };
  return {
    maxPayloadSize: MAX_PAYLOAD_BYTES,
    maxInflightMessages: MAX_INFLIGHT,
    rateLimits: UNLIMITED,
    ...(gateway && { gatewayRateLimits: UNLIMITED }),
  };
}
