import { ForbiddenAddress } from '../outgoing/guarded-fetch.ts';

export type DeliveryProblem =
  | 'forbiddenAddress'
  | 'unreachable'
  | 'timeout'
  | 'refused'
  /** The address exists no more. */
  | 'gone'
  | 'later'
  | 'wrongSecret'
  | 'notConfigured'
  | 'noAddress'
  | 'noMember'
  | 'off';

/** Another attempt may succeed. */
const PASSING: ReadonlySet<DeliveryProblem> = new Set(['unreachable', 'timeout', 'later']);

/** A delivery failed. Its person reads `detail`; a `cause` is for the log of the server alone. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
  readonly reason: DeliveryProblem;

  constructor(reason: DeliveryProblem, detail = '', options: ErrorOptions = {}) {
    super(detail, options);
    this.reason = reason;
  }

  get passes(): boolean {
    return PASSING.has(this.reason);
  }
}

/** Why the answer of a service does not count as taken; null: it does. */
export function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status <= 299) return null;
  if (status === 401 || status === 403) return 'wrongSecret';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Why a request got no answer. */
export function problemOfRequest(error: unknown): NotDelivered {
  if (error instanceof ForbiddenAddress) return new NotDelivered('forbiddenAddress');
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const isLate = name === 'TimeoutError' || /TIMEOUT/.test(cause?.code ?? '');
  return new NotDelivered(isLate ? 'timeout' : 'unreachable', cause?.code ?? '');
}
