/** A JSON value as sent by a device and stored in the database. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
