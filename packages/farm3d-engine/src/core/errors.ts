import { MESSAGES, type Locale } from './messages.ts';

/** Stable names of what can go wrong. The text may change, the code does not. */
export type FarmErrorCode =
  | 'aborted'
  | 'animation-missing'
  | 'disposed'
  | 'duplicate-equipment'
  | 'export-failed'
  | 'invalid-argument'
  | 'map-invalid'
  | 'map-missing'
  | 'map-network'
  | 'map-truncated'
  | 'model-missing'
  | 'model-network'
  | 'model-truncated'
  | 'model-wrong-type'
  | 'model-invalid'
  | 'model-timeout'
  | 'model-too-large'
  | 'model-unsupported'
  | 'projection-missing'
  | 'render-failed'
  | 'unknown-equipment'
  | 'unknown-region'
  | 'webgl-unavailable'
  | 'worker-failed'
  | 'worker-timeout';

/** What a {@link FarmError} was about; filled into its text. */
export type FarmErrorDetails = Readonly<Record<string, string | number>>;

/**
 * Every error this package throws, rejects with or emits.
 * `message` is Chinese; {@link FarmError.text} gives it in another language.
 */
export class FarmError extends Error {
  /** `FarmError`, whatever a minifier makes of the class. */
  override readonly name = 'FarmError';
  /** What went wrong, for programs. */
  readonly code: FarmErrorCode;
  /** What the message was made of: path, reason, id. */
  readonly details: FarmErrorDetails;

  constructor(code: FarmErrorCode, details: FarmErrorDetails = {}, options?: ErrorOptions) {
    super(format(code, details, 'zh-CN'), options);
    this.code = code;
    this.details = details;
  }

  /** The message in `locale`. */
  text(locale: Locale): string {
    return format(this.code, this.details, locale);
  }

  /** Wraps what is not a FarmError already. An AbortError becomes `aborted`. */
  static from(error: unknown, code: FarmErrorCode, details: FarmErrorDetails = {}): FarmError {
    if (error instanceof FarmError) return error;
    if (error instanceof Error && error.name === 'AbortError')
      return new FarmError('aborted', details, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    return new FarmError(code, { reason, ...details }, { cause: error });
  }
}

function format(code: FarmErrorCode, details: FarmErrorDetails, locale: Locale): string {
  return MESSAGES[locale][code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}
