/** A JSON value as a device sends it and the database keeps it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
