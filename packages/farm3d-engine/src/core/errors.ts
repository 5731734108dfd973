import type { FarmErrorCode } from './error-code.ts';
import { MESSAGES, type Locale, type Messages } from './messages.ts';

export type { FarmErrorCode } from './error-code.ts';

/**
 * Values of a {@link FarmError}, such as path, reason and id; they fill the placeholders of its text. `reason:zh-CN` is the
 * reason in that language.
 */
export type FarmErrorDetails = Readonly<Record<string, string | number>>;

/**
 * Every error this package throws, rejects with or emits.
 * `message` is Chinese; {@link FarmError.text} gives it in another language.
 */
export class FarmError extends Error {
  /** `FarmError`, even if a minifier renames the class. */
  override readonly name = 'FarmError';
  /** Stable code, for programs. */
  readonly code: FarmErrorCode;
  /** Values in the message: path, reason, id. */
  readonly details: FarmErrorDetails;

  constructor(code: FarmErrorCode, details: FarmErrorDetails = {}, options?: ErrorOptions) {
    super(format(code, details, 'zh-CN'), options);
    this.code = code;
    this.details = details;
  }

  /** The message in `locale`, or that of `messages` if it has one. */
  text(locale: Locale, messages: Messages = {}): string {
    return format(this.code, this.details, locale, messages[this.code]);
  }

  /** Wraps any other error. An AbortError becomes `aborted`. */
  static from(error: unknown, code: FarmErrorCode, details: FarmErrorDetails = {}): FarmError {
    if (error instanceof FarmError) return error;
    if (error instanceof Error && error.name === 'AbortError')
      return new FarmError('aborted', details, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    return new FarmError(code, { reason, ...details }, { cause: error });
  }
}

function format(
  code: FarmErrorCode,
  details: FarmErrorDetails,
  locale: Locale,
  template = (MESSAGES[locale] as Messages)[code] ?? '{reason}',
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(details[`${name}:${locale}`] ?? details[name] ?? ''),
  );
}
