import { ApiError, NetworkError } from '@farm3d/api';
import { t } from './locale.ts';

/** Error message for people: one short sentence without a full stop. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError) return error.msg || t('error.server');
  if (error instanceof NetworkError) return t('error.network');
  return t('error.unknown');
}

/** Hint for the user: whether data is lost, and the next step. */
export function problemHint(error: unknown): string {
  return t(error instanceof NetworkError ? 'error.network.hint' : 'error.server.hint');
}

/** Whether the server refused it for want of a right: to try again is of no use. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** The first status of a proxy without its server. */
const BAD_GATEWAY = 502;

/** Whether the server could not be reached, or a proxy has answered in its place. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= BAD_GATEWAY);
}

export function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
