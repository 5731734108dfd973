/** Default base model of a scene. */
export const DEFAULT_BASE_MODEL = '/models/greenhouse.glb';
/** Devices of one scene. */
export const MAX_PLACED = 10_000;

/** The layout with this device at its new transform; unknown members of the layout are kept. */
export function placeIn(sceneDevice: string | null, placed: { id: string }): string {
  const layout = (sceneDevice === null ? {} : JSON.parse(sceneDevice)) as {
    equData?: unknown;
  };
  const others = Array.isArray(layout.equData) ? (layout.equData as unknown[]) : [];
  const index = others.findIndex(
    (item) => typeof item === 'object' && item !== null && 'id' in item && item.id === placed.id,
  );
  const equData =
    index < 0
      ? [...others, placed]
      : others.with(index, { ...(others[index] as Record<string, unknown>), ...placed });
  return JSON.stringify({ ...layout, equData });
}
