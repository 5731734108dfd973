import type { CropStage } from 'farm3d-engine/farm';

/**
 * The built-in plants: their stages, named as in the growth tables, and their spacing in and
 * between rows, metres.
 */
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
  /** Equally long. */
  readonly stages: readonly CropStage[];
  /** Metres between plants in a row, and between rows. */
  readonly plant: number;
  readonly row: number;
}

/** Models of the stages of a crop. @returns null for a crop without models */
export function cropPlants(id: string): CropPlants | null {
  const found = PLANTS[id];
  if (!found) return null;
  return {
    plant: found.plant,
    row: found.row,
    stages: found.stages.split(' ').map((name) => ({
      nearPath: `/models/crop-${id}-${name}.glb`,
      farPath: `/models/crop-${id}-${name}.far.glb`,
    })),
  };
}

/** Growth stage of a crop, as the server computed it from the heat sum. */
export interface GrownStage {
  readonly code: string;
  /** 0 … 1 within the stage. */
  readonly progress: number;
  readonly finished: boolean;
}

const DAY_MS = 86_400_000;
/** Default length of a season, days. */
const SEASON_DAYS = 120;

/**
 * Growth in stages: 2.5 is the middle of the third. By the stage that the server computed; where
 * it could not, by the days since planting, with stages of equal length.
 */
export function stagesGrown(
  plants: CropPlants,
  stage: GrownStage | null,
  time: { readonly plantedOn: Date; readonly now: Date; readonly stageDays: readonly number[] },
): number {
  const last = plants.stages.length - 1;
  if (stage) {
    if (stage.finished) return last;
    const path = `-${stage.code.toLowerCase()}.glb`;
    const index = plants.stages.findIndex(({ nearPath }) => nearPath.endsWith(path));
    if (index >= 0) return index + Math.min(0.999, Math.max(0, stage.progress));
  }
  const season = time.stageDays.reduce((sum, days) => sum + days, 0) || SEASON_DAYS;
  const days = (time.now.getTime() - time.plantedOn.getTime()) / DAY_MS;
  return Math.min(last, (Math.max(0, days) / season) * last);
}
