import type { CropStage } from 'farm3d-engine/farm';

/** The built-in plants: the names of their stages, and how far apart they stand in and between rows, metres. */
const PLANTS: Readonly<Record<string, { stages: string; plant: number; row: number }>> = {
  tomato: { stages: 'germ seedl flow fruit ripe harvest', plant: 0.5, row: 1.2 },
  cucumber: { stages: 'germ seedl vine flow fruit harvest', plant: 0.45, row: 1.2 },
  lettuce: { stages: 'germ seedl roset head harvest', plant: 0.3, row: 0.4 },
  pepper: { stages: 'germ seedl flow fruit ripe harvest', plant: 0.45, row: 0.8 },
  strawberry: { stages: 'estab leaf flow fruit ripe harvest', plant: 0.25, row: 0.5 },
  wheat: { stages: 'emer till joint head fill matu harvest', plant: 0.12, row: 0.2 },
  rice: { stages: 'nurs till boot head fill matu harvest', plant: 0.15, row: 0.3 },
  maize: { stages: 'emer leaf joint tass fill matu harvest', plant: 0.28, row: 0.7 },
  potato: { stages: 'emer leaf tuber bulk matu harvest', plant: 0.3, row: 0.8 },
  cotton: { stages: 'emer seedl square boll open harvest', plant: 0.35, row: 0.8 },
  soybean: { stages: 'emer branch flow pod matu harvest', plant: 0.15, row: 0.5 },
  eggplant: { stages: 'germ seedl flow fruit harvest', plant: 0.5, row: 0.9 },
};

export interface CropPlants {
  readonly stages: readonly CropStage[];
  /** Metres between plants in a row, and between rows. */
  readonly plant: number;
  readonly row: number;
}

/**
 * How a crop looks as it grows. The models' stages share the crop's days evenly: the tables of growth know four stages
 * by water need, the models six or seven by look.
 * @returns null for a crop that has no model
 */
export function cropPlants(crop: { id: string; stageDays: readonly number[] }): CropPlants | null {
  const found = PLANTS[crop.id];
  if (!found) return null;
  const names = found.stages.split(' ');
  const season = crop.stageDays.reduce((sum, days) => sum + days, 0) || 120;
  const days = season / names.length;
  return {
    plant: found.plant,
    row: found.row,
    stages: names.map((name, i) => ({
      fromDay: i * days,
      days,
      nearPath: `/models/crop-${crop.id}-${name}.glb`,
      farPath: `/models/crop-${crop.id}-${name}.far.glb`,
    })),
  };
}
