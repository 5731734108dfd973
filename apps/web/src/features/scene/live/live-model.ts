import { effect, untracked, type ReadonlySignal } from '@preact/signals-react';
import type { Device, StreamEvent } from '@farm3d/api';
import type { EquipmentKind, LiveState } from 'farm3d-engine';
import { mainReading, readingText, shownUnit } from '../../../platform/readings.ts';
import type { LiveStore } from '../../../platform/live-store.ts';
import type { SceneRecords } from '../loading/scene-records.ts';
import type { SceneObjects } from '../objects/scene-objects.ts';
import type { SceneAlarms } from './alarms.ts';
import { driveOf, filmOpening, hasDriveKey, waterFlow } from './drives.ts';

/** The part of the FarmViewer that live data uses. */
export interface LiveViewer {
  setLiveState(states: Iterable<LiveState>): void;
}

/** The effects in the scene that readings drive. */
interface LiveEffects {
  /**
   * @param opening 0 … 1
   * @param parentId child scene whose film it is; null: the base model's
   */
  setFilm(opening: number, parentId: string | null): Promise<void>;
  /** @param flow water that a valve of the scene's own beds lets through, 0 … 1 */
  setWater(id: string, flow: number): Promise<void>;
  /** @param levels brightness 0 … 1 by device id */
  setLights(catalogue: readonly EquipmentKind[], levels: ReadonlyMap<string, number>): Promise<void>;
}

export interface LiveOptions {
  readonly sceneId: string;
  readonly live: Pick<LiveStore, 'device' | 'onFlush' | 'watch' | 'setState'>;
  readonly records: SceneRecords;
  readonly objects: Pick<SceneObjects, 'equipmentIds' | 'parentOf'>;
  readonly alarms: Pick<SceneAlarms, 'byDevice' | 'load' | 'update'>;
  readonly effects: LiveEffects;
  /** Whether the viewer shows the scene. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** Devices whose values are shown in detail. */
  readonly openCardIds: ReadonlySignal<readonly string[]>;
  /** A linkage sets the weather of the scene; null: its weather ends. */
  readonly onWeather: (kind: string | null) => void;
  /** The scene was saved, here or elsewhere; version 0: it was deleted. */
  readonly onSceneChanged: (version: number) => void;
}

/** The live data of a scene: subscribes to its stream and passes states, readings and alarms on to the viewer. */
export class LiveModel {
  readonly #options: LiveOptions;
  readonly #lifetime = new AbortController();
  #viewer: LiveViewer | undefined;

  constructor(options: LiveOptions) {
    this.#options = options;
    const { live, alarms, objects, sceneId } = options;
    effect(() => () => this.#lifetime.abort());
    effect(() =>
      live.onFlush((changed) => this.#update(objects.equipmentIds.peek().filter((id) => changed.has(id)))),
    );
    effect(() => live.watch({ scene: sceneId }, (event) => this.#received(event)));
    effect(() => alarms.byDevice.subscribe(() => this.updateAll()));
    effect(() => this.#watchUnsaved());
    effect(() => this.#requestAttributes());
  }

  readonly attach = (viewer: LiveViewer): (() => void) => {
    this.#viewer = viewer;
    return () => {
      this.#viewer = undefined;
    };
  };

  loadAlarms(): void {
    void this.#options.alarms.load(this.#lifetime.signal);
  }

  /** Adopts the device states of the records. */
  takeRecords(): void {
    const { live, records } = this.#options;
    for (const device of records.devices.peek()) live.setState(device.id, device);
  }

  /** Shows the live state of every device in the scene. */
  updateAll(): void {
    this.#update(this.#options.objects.equipmentIds.peek());
  }

  #received(event: StreamEvent): void {
    const { alarms, records, sceneId, onWeather, onSceneChanged } = this.#options;
    if (event.type === 'scene-weather') {
      if (event.sceneId === sceneId) onWeather(event.kind);
    } else if (event.type === 'scene-changed') {
      if (event.sceneId === sceneId) onSceneChanged(event.version);
    } else if (event.type === 'alarm') alarms.update(event.alarm);
    else if (event.type === 'device-changed') void records.reloadDevices();
    else if (event.type === 'subscribed' && event.resumed) {
      this.loadAlarms();
      void records.reloadDevices();
    }
  }

  #update(ids: readonly string[]): void {
    const { isLoaded, records, effects } = this.#options;
    if (!isLoaded.peek()) return;
    const deviceById = records.deviceById.peek();
    const brightness = new Map<string, number>();
    const states: LiveState[] = [];
    for (const id of ids) {
      const device = deviceById.get(id);
      if (!device) continue;
      const state = this.#stateOf(device);
      states.push(state);
      if (typeof state.drive?.glow === 'number') brightness.set(id, state.drive.glow);
    }
    this.#viewer?.setLiveState(states);
    if (brightness.size > 0) void effects.setLights(records.catalogue.peek(), brightness).catch(() => {});
  }

  #stateOf(device: Device): LiveState {
    const { live, alarms, effects, objects } = this.#options;
    const values = live.device(device.id);
    const isDriven = hasDriveKey(values.keys.peek());
    const reading = (key: string): unknown => values.latest(key)?.value;
    const film = isDriven ? filmOpening(reading) : undefined;
    if (film !== undefined) void effects.setFilm(film, objects.parentOf(device.id)).catch(() => {});
    const flow = isDriven ? waterFlow(reading) : undefined;
    if (flow !== undefined && objects.parentOf(device.id) === null)
      void effects.setWater(device.id, flow).catch(() => {});
    return {
      id: device.id,
      online: values.online.peek() ?? device.online,
      alarm: alarms.byDevice.peek().has(device.id),
      drive: isDriven ? driveOf(reading) : undefined,
      value: () => this.#labelText(device),
    };
  }

  /** The reading of a device that its label shows. */
  #labelText({ id, productModelId }: Device): string | undefined {
    const main = mainReading(this.#options.records.attributes.peek().get(productModelId) ?? []);
    const latest = main && this.#options.live.device(id).latest(main.key);
    if (!main || !latest) return undefined;
    const shown = shownUnit(main.unit);
    return `${readingText(shown.of(latest.value))} ${shown.unit}`;
  }

  /** A device that was placed since the last save is not in the scene's subscription: its card needs its own. */
  #watchUnsaved(): (() => void) | undefined {
    const { live, records, openCardIds } = this.#options;
    const saved = new Set(records.scene.value?.layout.equipment.map(({ id }) => id));
    const devices = openCardIds.value.filter((id) => !saved.has(id) && records.deviceById.value.has(id));
    return devices.length > 0 ? live.watch({ devices }) : undefined;
  }

  #requestAttributes(): void {
    const { records, objects } = this.#options;
    const deviceById = records.deviceById.value;
    const models = objects.equipmentIds.value.flatMap((id) => deviceById.get(id)?.productModelId ?? []);
    untracked(() => records.requestAttributes(models));
  }
}
