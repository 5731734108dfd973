/** Devices of a plot as the form shows them: one probe, one station, and the others, which have no field. */
export interface PlotDevices {
  readonly probe: string | null;
  readonly station: string | null;
  readonly others: readonly string[];
}

/** Sorts the stored devices of a plot into the fields of the form. */
export function devicesInForm(stored: readonly string[], isStation: (id: string) => boolean): PlotDevices {
  const probe = stored.find((id) => !isStation(id)) ?? null;
  const station = stored.find((id) => isStation(id)) ?? null;
  return { probe, station, others: stored.filter((id) => id !== probe && id !== station) };
}

/** The devices to store: those chosen in the form, then those without a field. */
export function devicesToStore({ probe, station, others }: PlotDevices): string[] {
  return [...new Set([...[probe, station].flatMap((id) => id ?? []), ...others])];
}
