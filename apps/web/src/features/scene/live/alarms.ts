import { batch, computed, signal } from '@preact/signals-react';
import type { Alarm, Device } from '@farm3d/api';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { Api } from '../../../platform/services.ts';
import { t } from '../texts/zh-CN.ts';
import type { FarmEffects } from '../farm/farm-effects.ts';

/** Maximum number of alarms in one response of the list call. */
const PAGE_SIZE = 200;

/** The active alarms of a scene by device, updated by events. */
export function createAlarms(api: Api, sceneId: string) {
  const active = signal<ReadonlyMap<string, Alarm>>(new Map());
  /** Whether the active alarms are known. Without them nothing may say that there are none. */
  const state = signal<'loading' | 'ready' | 'failed'>('loading');
  /** The alarm that changed last; lists of a device's alarms follow it. */
  const changed = signal<Alarm | null>(null);
  /** Number of full loads: incremented after an interruption. */
  const loads = signal(0);
  const byDevice = computed(() => Map.groupBy(active.value.values(), ({ deviceId }) => deviceId));

  const update = (alarm: Alarm): void => {
    const next = new Map(active.peek());
    if (alarm.active) next.set(alarm.id, alarm);
    else next.delete(alarm.id);
    active.value = next;
    changed.value = alarm;
  };

  return {
    byDevice,
    state,
    changed,
    loads,
    update,
    load: async (signal: AbortSignal): Promise<void> => {
      try {
        const { items } = await api.alarms.query({ active: true, sceneId, pageSize: PAGE_SIZE }, { signal });
        batch(() => {
          active.value = new Map(items.map((alarm) => [alarm.id, alarm]));
          state.value = 'ready';
          loads.value += 1;
        });
      } catch {
        // Later alarms arrive as events; those before them are not known.
        if (!signal.aborted) state.value = 'failed';
      }
    },
    /** Acknowledges an alarm. */
    acknowledge: async (id: string): Promise<void> => {
      try {
        update(await api.alarms.acknowledge(id));
      } catch (error) {
        showToast('error', t('alarms.failed', { reason: problemText(error) }), `alarm.${id}`);
      }
    },
  };
}

export type SceneAlarms = ReturnType<typeof createAlarms>;

/** Type of the product models that are screens. */
const SCREEN_TYPE = 'LED';
/** Dots per second for each step of an entry's speed. */
const DOTS_PER_STEP = 6;

/** The programmes of the LED screens in a scene, as the screens report them. */
export function createLedScreens(api: Api, farm: Pick<FarmEffects, 'setLedEntries'>) {
  const lifetime = new AbortController();
  const options = { signal: lifetime.signal };

  const read = async (device: Device): Promise<void> => {
    try {
      const detail = await api.devices.get(device.id, options);
      // To ask a device is to command it.
      if (!detail.rights.includes('operate')) return;
      const [{ ledEntries }, answer] = await Promise.all([
        import('../../../components/commands/led-entries.ts'),
        api.rpc.twoway(device.id, { method: 'get_ledScreen_content' }, options),
      ]);
      const entries = ledEntries(answer['entries']).map(({ text, color, size, speed, effect }) => ({
        text,
        color,
        size,
        speed: effect === 'left' ? speed * DOTS_PER_STEP : 0,
      }));
      await farm.setLedEntries(device.id, entries, {
        width: detail.ledScreenWidth,
        height: detail.ledScreenHeight,
      });
    } catch {
      // A screen that does not respond stays dark, as one that the user may not ask.
    }
  };

  return {
    load: async (devices: readonly Device[]): Promise<void> => {
      const screens = devices.filter(
        ({ productTypeCode, online }) => productTypeCode === SCREEN_TYPE && online,
      );
      await Promise.all(screens.map(read));
    },
    dispose: (): void => lifetime.abort(),
  };
}
