/** A value on the wire does not have the form of the specification. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Path of the invalid value, such as 'equData[3].position.x'. */
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(`${field}: ${message}`, options);
    this.field = field;
  }
}
