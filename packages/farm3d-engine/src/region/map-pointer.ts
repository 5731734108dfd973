import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { LevelStack } from './level-stack.ts';
import { type MapCommands, MapInput } from './map-input.ts';
import { neighbourOf } from './map-keys.ts';
import type { MapPicker } from './map-picker.ts';
import type { RegionMapEvents } from './region-map-types.ts';

/** The public methods of the map that pointer and keys call. */
interface PointedMap {
  readonly depth: number;
  readonly selection: readonly string[];
  pick(clientX: number, clientY: number): MapPick | null;
  select(ids: readonly string[]): void;
  drillDown(id: string): Promise<boolean>;
  back(): Promise<boolean>;
  fit(): Promise<void>;
  requestRender(reason: string): void;
}

/** Result of picking a point of the window. */
export interface MapPick {
  /** Id of the region; null: outside all regions. */
  readonly id: string | null;
  /** Handle of the point marker; null: none. */
  readonly marker: number | null;
  /** Longitude, degrees; NaN if the projection cannot be inverted. */
  readonly lng: number;
  /** Latitude, degrees; NaN if the projection cannot be inverted. */
  readonly lat: number;
}

/** The parts of the map that pointer and keys use. */
export interface PointerHost {
  readonly map: PointedMap;
  readonly emit: <Type extends keyof RegionMapEvents>(type: Type, payload: RegionMapEvents[Type]) => void;
  readonly canvas: HTMLCanvasElement;
  readonly levels: LevelStack;
  readonly picker: MapPicker;
  /** Shows the names of the selected and the hovered region. */
  readonly pinNames: () => void;
}

/** Pointer and key interaction of a map: hover, click, selection, drill-down. */
export class MapPointer implements IDisposable, MapCommands {
  readonly #host: PointerHost;
  readonly #input: MapInput;

  constructor(host: PointerHost) {
    this.#host = host;
    this.#input = new MapInput(host.canvas, this);
  }

  /** @param region -1: none */
  hover(region: number, originalEvent: PointerEvent | null = null): void {
    const { map, emit, levels, canvas, pinNames } = this.#host;
    const level = levels.top;
    if (!level || !levels.hover(region)) return;
    canvas.style.cursor = region < 0 ? '' : 'pointer';
    pinNames();
    map.requestRender('hover');
    emit('hover', { id: region < 0 ? null : level.view.idOf(region), originalEvent });
  }

  click(originalEvent: PointerEvent): void {
    const { map, emit } = this.#host;
    const { clientX, clientY, pointerType } = originalEvent;
    const hit = map.pick(clientX, clientY);
    if (hit?.marker != null) {
      emit('marker-click', { marker: hit.marker, pointerType, originalEvent });
      return;
    }
    if (hit?.id == null) {
      emit('background-click', { originalEvent });
      return;
    }
    map.select([hit.id]);
    emit('region-click', { id: hit.id, lng: hit.lng, lat: hit.lat, pointerType, originalEvent });
  }

  rest(at: PointerEvent | null): void {
    const { levels, picker } = this.#host;
    const level = levels.top;
    if (level) this.hover(at ? picker.region(at.clientX, at.clientY, level.view) : -1, at);
  }

  step(dx: number, dz: number): void {
    const { map, levels } = this.#host;
    const level = levels.top;
    if (!level || level.view.count === 0) return;
    const region = neighbourOf(level.view, level.selection[0] ?? -1, dx, dz);
    if (region >= 0) map.select([level.view.idOf(region)]);
  }

  enter(): void {
    const { map } = this.#host;
    const [id] = map.selection;
    if (id !== undefined) this.#quietly(map.drillDown(id));
  }

  leave(): void {
    const { map } = this.#host;
    if (map.depth > 0) this.#quietly(map.back());
    else map.select([]);
  }

  fit(): void {
    this.#quietly(this.#host.map.fit());
  }

  dispose(): void {
    this.#input.dispose();
  }

  /** Errors of user actions are emitted, not thrown. */
  #quietly(work: Promise<unknown>): void {
    work.catch((reason: unknown) => {
      const error = FarmError.from(reason, 'map-invalid');
      if (error.code !== 'aborted' && error.code !== 'disposed') this.#host.emit('error', { error });
    });
  }
}
