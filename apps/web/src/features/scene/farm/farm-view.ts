import type { EquipmentKind, FarmViewer } from 'farm3d-engine';
import type {
  BaseBed,
  ChildScenes,
  CropField,
  DripWater,
  LedEntry,
  LedScreen,
  Plot,
  PlotOptions,
  PlotPolygon,
  PlantRow,
  ProductLights,
  RollingFilm,
} from 'farm3d-engine/farm';
import type * as FarmEngine from 'farm3d-engine/farm';
import type { CropPlants } from './crop-models.ts';
import type { FarmAppearance } from './farm-appearance.ts';

type Farm = typeof FarmEngine;

/** Half the width of a bed, metres. */
const BED_HALF = 0.56;
/** Height of a bed above the coloured floor between the beds, metres. */
const BED_HIGH = 0.1;
/** Height of a plot above the base of its plants, metres. */
const ABOVE_BED = 0.02;

/** Beds of a base model as plots: one for each row, and the floor between them. */
function bedPlots(rows: BaseBed['rows']): Pick<PlotOptions, 'boundary' | 'at'>[] {
  const [west, east] = [Math.min(...rows.map(({ from }) => from)), Math.max(...rows.map(({ to }) => to))];
  const [north, south] = [rows[0]?.z ?? 0, rows.at(-1)?.z ?? 0];
  const [x, z] = [(west + east) / 2, (north + south) / 2];
  const y = Math.max(...rows.map((row) => row.y)) + ABOVE_BED;
  const rectangle = (from: number, to: number, first: number, last: number): PlotPolygon => {
    const [low, high] = [first - BED_HALF - z, last + BED_HALF - z];
    return {
      outline: [
        [from - x, low],
        [to - x, low],
        [to - x, high],
        [from - x, high],
      ],
      holes: [],
    };
  };
  return [
    { boundary: { polygons: rows.map((row) => rectangle(row.from, row.to, row.z, row.z)) }, at: { x, y, z } },
    { boundary: { polygons: [rectangle(west, east, north, south)] }, at: { x, y: y - BED_HIGH, z } },
  ];
}

/** Plot, plants, film, lights and LED screens in a viewer, which disposes them. */
export function createFarmView(viewer: FarmViewer, farm: Farm) {
  let plots: Plot[] = [];
  let plotOf: unknown;
  let skin: string | null = null;
  let field: CropField | undefined;
  let fieldOf = '';
  /** By child scene; null: of the base model. */
  const films = new Map<string | null, RollingFilm>();
  let children: ChildScenes | undefined;
  let water: DripWater | undefined;
  /** By valve. */
  const flows = new Map<string, number>();
  let lights: ProductLights | undefined;
  let lightsOf: unknown;
  const screens = new Map<string, LedScreen>();
  // The beds nearest the origin are the scene's own.
  const distanceToOrigin = ({ middle: { x, z } }: BaseBed): number => Math.hypot(x, z);
  const bed = farm.baseBeds(viewer).toSorted((a, b) => distanceToOrigin(a) - distanceToOrigin(b))[0];
  const bedRows = bed?.rows ?? [];

  const showPlots = (boundary: unknown, isWanted: boolean): void => {
    const plotBoundary = isWanted ? (boundary ?? bed ?? null) : null;
    if (plotBoundary === plotOf) return;
    for (const plot of plots) plot.dispose();
    plots = [];
    skin = null;
    plotOf = plotBoundary;
    if (plotBoundary === null) return;
    const grounds = plotBoundary === bed ? bedPlots(bedRows) : [{ boundary }];
    plots = grounds.map((ground) => new farm.Plot(viewer, ground));
  };

  const rowsFor = (boundary: unknown, { plant, row }: CropPlants): PlantRow[] => {
    if (boundary !== null) return farm.rowsOnPlot(farm.plotShape(boundary), { row, plant, y: 0.05 });
    return bedRows.map(({ from, to, y, z }) => ({
      x: from,
      y,
      z,
      stepX: plant,
      stepZ: 0,
      count: Math.max(1, Math.floor((to - from) / plant) + 1),
    }));
  };

  return {
    show: async ({ boundary, colour, moisture, skin: skinUrl, crop }: FarmAppearance): Promise<void> => {
      const growth = crop ? crop.grown / crop.plants.stages.length : 0;
      const key = crop ? `${crop.id} ${JSON.stringify(boundary)}` : '';
      if (key !== fieldOf) {
        fieldOf = key;
        field?.dispose();
        field = undefined;
        const rows = crop ? rowsFor(boundary, crop.plants) : [];
        if (crop && rows.length > 0) {
          field = new farm.CropField(viewer, {
            rows,
            stages: crop.plants.stages,
            growth,
          });
        }
        if (boundary === null) bed?.setVisible(field === undefined);
      } else await field?.setGrowth(growth);
      // A plot with a boundary is always visible; the beds of a base model only with a colour or skin.
      showPlots(boundary, boundary !== null || colour !== null || skinUrl !== null);
      const shownPlots = plots;
      for (const plot of shownPlots) {
        plot.setGrade(colour, 0.8);
        plot.setMoisture((moisture ?? 0) / 100);
      }
      if (shownPlots.length > 0 && skinUrl !== skin) {
        skin = skinUrl;
        await Promise.all(shownPlots.map((plot) => plot.setTexture(skinUrl)));
      }
      await field?.ready;
    },
    /** Shows the child scenes, also those added later. */
    showChildScenes: (modelPathOf: (id: string) => string | null): void => {
      children ??= new farm.ChildScenes(viewer, { modelPathOf });
    },
    /**
     * @param opening 0 … 1
     * @param parentId child scene whose film it is; null: the base model's
     */
    setFilm: (opening: number, parentId: string | null): void => {
      const film = films.get(parentId) ?? new farm.RollingFilm(viewer, { parentId });
      films.set(parentId, film);
      // The movement takes longer than this call.
      void film.moveTo(opening);
    },
    /** Water runs in the beds while any valve is open. */
    setWater: (valve: string, flow: number): void => {
      flows.set(valve, flow);
      // Also while all are closed: the first water would wait for its shader.
      water ??= new farm.DripWater(viewer);
      water.setFlow(Math.max(...flows.values()));
    },
    /** Devices with a light illuminate the objects below them. */
    setLights: (catalogue: readonly EquipmentKind[], levels: ReadonlyMap<string, number>): void => {
      if (catalogue !== lightsOf) lights?.setCatalogue(catalogue);
      lightsOf = catalogue;
      if (!lights && catalogue.some(({ productModelCode }) => productModelCode === farm.PRODUCT_LIGHT_CODE)) {
        lights = new farm.ProductLights(viewer, { catalogue });
      }
      for (const [id, level] of levels) lights?.setLevel(id, level);
    },
    setScreen: (
      equipmentId: string,
      entries: readonly LedEntry[],
      size: { width: number; height: number },
    ): void => {
      const existing = screens.get(equipmentId);
      if (existing) existing.setEntries(entries);
      // Without a programme the model's own texture stays.
      else if (entries.length > 0 && viewer.document.get(equipmentId)) {
        screens.set(equipmentId, new farm.LedScreen(viewer, { equipmentId, entries, ...size }));
      }
    },
  };
}

export type FarmView = ReturnType<typeof createFarmView>;
