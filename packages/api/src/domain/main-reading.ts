/** Keys of values about the device itself, which are shown last. */
export const HOUSEKEEPING_KEYS: ReadonlySet<string> = new Set(['batteryVoltage', 'rssi']);

/** The value that is shown where there is space for one: the first measured one that is not about the device itself. */
export function mainReading<Value extends { readonly key: string }>(
  measured: readonly Value[],
): Value | undefined {
  return measured.find(({ key }) => !HOUSEKEEPING_KEYS.has(key)) ?? measured[0];
}
