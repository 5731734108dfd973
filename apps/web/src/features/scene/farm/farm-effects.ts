import type { EquipmentKind, FarmViewer } from 'farm3d-engine';
import type { LedEntry } from 'farm3d-engine/farm';
import type { FarmInputs } from './farm-appearance.ts';
import type { FarmView } from './farm-view.ts';

/** Plots, plants, film, lights and LED screens in the viewer. Their code is fetched when the first is shown. */
export class FarmEffects {
  #viewer: FarmViewer | undefined;
  #view: Promise<FarmView | null> | undefined;

  readonly attach = (viewer: FarmViewer): (() => void) => {
    this.#viewer = viewer;
    return () => {
      // The viewer disposes its own contents.
      this.#viewer = undefined;
      this.#view = undefined;
    };
  };

  /** Shows a scene's plot and the plants on it. Resolves when they are in the scene. */
  async showPlot(inputs: FarmInputs): Promise<void> {
    const { farmAppearance: farmLook } = await import('./farm-appearance.ts');
    await (await this.#loadView())?.show(farmLook(inputs, new Date()));
  }

  /** Shows the base models of child scenes. @param modelPathOf path by scene id */
  async showChildScenes(modelPathOf: (id: string) => string | null): Promise<void> {
    (await this.#loadView())?.showChildScenes(modelPathOf);
  }

  /**
   * @param opening of the rolling film, 0 … 1
   * @param parentId child scene whose film it is; null: the base model's
   */
  async setFilm(opening: number, parentId: string | null): Promise<void> {
    (await this.#loadView())?.setFilm(opening, parentId);
  }

  /** @param flow of a valve, 0 … 1 */
  async setWater(id: string, flow: number): Promise<void> {
    (await this.#loadView())?.setWater(id, flow);
  }

  /** @param levels brightness 0 … 1 by device id */
  async setLights(catalogue: readonly EquipmentKind[], levels: ReadonlyMap<string, number>): Promise<void> {
    (await this.#loadView())?.setLights(catalogue, levels);
  }

  /** @param size of the screen, dots */
  async setLedEntries(
    id: string,
    entries: readonly LedEntry[],
    size: { width: number; height: number },
  ): Promise<void> {
    (await this.#loadView())?.setScreen(id, entries, size);
  }

  #loadView(): Promise<FarmView | null> {
    const viewer = this.#viewer;
    this.#view ??= Promise.all([import('farm3d-engine/farm'), import('./farm-view.ts')]).then(
      ([engine, { createFarmView }]) =>
        viewer && viewer === this.#viewer && !viewer.isDisposed ? createFarmView(viewer, engine) : null,
    );
    return this.#view;
  }
}
