import type { Device } from '@farm3d/api';
import type { FarmEffects } from '../farm/farm-effects.ts';
import type { Api } from '../../../platform/services.ts';

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
