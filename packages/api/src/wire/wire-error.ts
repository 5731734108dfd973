/** Something on the wire, or about to go there, does not have the form that the specification gives it. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Path of the offending value, such as 'equData[3].position.x'. */
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(`${field}: ${message}`, options);
    this.field = field;
  }
}
