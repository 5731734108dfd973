import type { JsonValue } from '../../platform/json-value.ts';
import { MAX_PAYLOAD_BYTES } from '../../platform/telemetry/reading.ts';

/** Maximum messages in flight as reported to a device; a limit of this server, not of the protocol. */
const MAX_INFLIGHT = 100;
/** ThingsBoard's notation for no limit. */
const UNLIMITED = { messages: '', telemetryMessages: '', telemetryDataPoints: '' };

/**
 * Responds to a request of a device to the server. ThingsBoard's clients send `getSessionLimits` first and wait for
 * it.
 */
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
