import { batch, createModel, effect, signal } from '@preact/signals-react';
import type { Device } from '@farm3d/api';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { NEW_ENTRY, ledEntries, type LedEntry } from './led-entries.ts';
import { t } from './zh-CN.ts';

/** Default size of an LED screen, dots (Spec §5). */
const WIDTH = 96;
const HEIGHT = 48;

/** The programme of an LED screen: fetched, edited, sent. */
export const LedModel = createModel((device: Device, close: () => void) => {
  const entries = signal<readonly LedEntry[]>([NEW_ENTRY]);
  const size = signal({ width: WIDTH, height: HEIGHT });
  const loading = signal(true);
  const saving = signal(false);
  /** Whether errors are shown: after the first attempt to send. */
  const showsErrors = signal(false);
  const lifetime = new AbortController();
  effect(() => () => lifetime.abort());

  const load = async (): Promise<void> => {
    const options = { signal: lifetime.signal };
    try {
      const [detail, answer] = await Promise.all([
        api.devices.get(device.id, options),
        api.rpc.twoway(device.id, { method: 'get_ledScreen_content' }, options).catch(() => null),
      ]);
      if (lifetime.signal.aborted) return;
      const found = ledEntries(answer?.['entries']);
      batch(() => {
        size.value = { width: detail.ledScreenWidth, height: detail.ledScreenHeight };
        if (found.length > 0) entries.value = found;
      });
    } catch {
      // A failed call only clears loading (Spec §8).
    } finally {
      loading.value = false;
    }
  };

  const save = async (): Promise<void> => {
    if (!(live.device(device.id).online.peek() ?? device.online)) {
      showToast('warning', t('led.offline'), 'led');
      return;
    }
    showsErrors.value = true;
    if (entries.peek().some(({ text }) => text.trim() === '')) return;
    saving.value = true;
    try {
      const { status } = await api.rpc.twoway(
        device.id,
        { method: 'set_ledScreen_content', params: { entries: entries.peek() } },
        { signal: lifetime.signal },
      );
      if (status !== 'success') return;
      showToast('success', t('led.saved'), 'led');
      close();
    } catch {
      // The entries stay in the dialog.
    } finally {
      saving.value = false;
    }
  };

  return {
    entries,
    size,
    loading,
    saving,
    showsErrors,
    load,
    save,
    change: (index: number, part: Partial<LedEntry>): void => {
      entries.value = entries.peek().map((entry, at) => (at === index ? { ...entry, ...part } : entry));
    },
    add: (): void => {
      entries.value = [...entries.peek(), NEW_ENTRY];
    },
    remove: (index: number): void => {
      entries.value = entries.peek().filter((_, at) => at !== index);
    },
  };
});
