import type { Problem } from '../../platform/telemetry/reading.ts';

/** Reason codes of MQTT 5 (section 2.4) that this broker writes itself; aedes writes the others. */
export const REASON = {
  success: 0x00,
  clientIdentifierNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  topicNameInvalid: 0x90,
  packetTooLarge: 0x95,
  messageRateTooHigh: 0x96,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
  connectionRateExceeded: 0x9f,
} as const;

/** Longest reason string, characters: the first problems of a message, not a copy of it. */
const MAX_REASON_LENGTH = 400;

/** Result of a message after its commit. */
export interface Consumed {
  /** Refused parts; the other parts are stored. Empty when all was accepted. */
  readonly problems: readonly Problem[];
  /** Values that are stored though they lie outside their range. */
  readonly flagged?: readonly Problem[];
  /** The quota that the message exceeded. */
  readonly overQuota?: unknown;
  /** The reason code when there are problems; default quotaExceeded or payloadFormatInvalid. */
  readonly code?: number;
}

export const ACCEPTED: Consumed = { problems: [] };

/** Reason code and reason string of an acknowledgement in MQTT 5. */
export interface Reason {
  readonly code: number;
  readonly reason: string;
}

/** Why parts of a message are refused or flagged; null when all of it was accepted. */
export function reasonOf({ problems, flagged = [], overQuota, code }: Consumed): Reason | null {
  const all = [...problems, ...flagged];
  if (all.length === 0) return null;
  const whole = all.map(({ field, reason }) => `${field}: ${reason}`).join('; ');
  const reason = whole.length > MAX_REASON_LENGTH ? `${whole.slice(0, MAX_REASON_LENGTH - 1)}…` : whole;
  if (problems.length === 0) return { code: REASON.success, reason };
  const usual = overQuota ? REASON.quotaExceeded : REASON.payloadFormatInvalid;
  return { code: code ?? usual, reason };
}
