/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the envelope; else the status. */
  readonly code: number;
  /** Text for the user in the requested locale; may be empty. */
  readonly msg: string;
  /** The invalid field. */
  readonly field: string | undefined;
  /** Stable name of the error, such as 'route_not_found'. */
  readonly error: string | undefined;
  /** 'GET /api/devices'. */
  readonly call: string;

  constructor(details: {
    status: number;
    code: number;
    msg: string;
    field?: string;
    error?: string;
    call: string;
  }) {
    super(`${details.call}: ${details.status} ${details.msg}`);
    this.status = details.status;
    this.code = details.code;
    this.msg = details.msg;
    this.field = details.field;
    this.error = details.error;
    this.call = details.call;
  }
}

/** No response: no network, the server is down, or the connection broke. `cause` is the thrown error. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly call: string;

  constructor(call: string, options?: ErrorOptions) {
    super(`${call}: no answer`, options);
    this.call = call;
  }
}

/** A response that does not have the declared form. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly call: string;

  constructor(call: string, message: string, options?: ErrorOptions) {
    super(`${call}: ${message}`, options);
    this.call = call;
  }
}
