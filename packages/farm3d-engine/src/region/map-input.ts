import { Disposer, type IDisposable } from '../core/disposer.ts';
import { PointerInput } from '../engine/pointer-input.ts';
import { handleMapKey } from './map-keys.ts';

/** Actions of pointer and keys on a map. */
export interface MapCommands {
  click(event: PointerEvent): void;
  /** The pointer rests here; null: it left the map. */
  rest(at: PointerEvent | null): void;
  /** Selects the neighbouring region; east and south are positive. */
  step(dx: number, dz: number): void;
  /** Drills down into the selected region. */
  enter(): void;
  /** Goes back up a level, or clears the selection. */
  leave(): void;
  fit(): void;
}

/** Listens for pointer and key events on a map's canvas. */
export class MapInput implements IDisposable {
  readonly #disposer = new Disposer();

  constructor(canvas: HTMLCanvasElement, commands: MapCommands) {
    const own = this.#disposer;
    own.own(
      new PointerInput(canvas, {
        click: (event) => commands.click(event),
        rest: (at) => commands.rest(at),
      }),
    );
    own.listen(canvas, 'dblclick', () => commands.enter());
    own.listen(canvas, 'keydown', (event: KeyboardEvent) => {
      const isUsed = handleMapKey(event, {
        move: (dx, dz) => commands.step(dx, dz),
        enter: () => commands.enter(),
        leave: () => commands.leave(),
        fit: () => commands.fit(),
      });
      if (isUsed) event.preventDefault();
    });
  }

  dispose(): void {
    this.#disposer.dispose();
  }
}
