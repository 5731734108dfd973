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

export function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
