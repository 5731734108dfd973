import type { MessageKey } from '@farm3d/api';

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503 | 504 | 507;

/** An error response: the status, a text in the caller's language, and the field where there is one. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: ProblemStatus;
  readonly messageKey: MessageKey;
  readonly field: string | undefined;
  /** Stable name of the error, for programs. */
  readonly error: string | undefined;
  /** Seconds, for the header Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ProblemStatus,
    messageKey: MessageKey,
    details: { field?: string | undefined; error?: string; retryAfter?: number; cause?: Error } = {},
  ) {
    super(`${status} ${messageKey}${details.field === undefined ? '' : ` (${details.field})`}`, {
      cause: details.cause,
    });
    this.status = status;
    this.messageKey = messageKey;
    this.field = details.field;
    this.error = details.error;
    this.retryAfter = details.retryAfter;
  }
}

/** Unknown and foreign entities get the same response, which reveals nothing. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, 'notFound');
}
