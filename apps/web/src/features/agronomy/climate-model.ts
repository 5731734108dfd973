import { createModel, signal } from '@preact/signals-react';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { readRecord, recordText } from './climate-record.ts';
import { t } from './zh-CN.ts';

/** Monthly climate of the place, and its editing as text. */
export const ClimateModel = createModel(() => {
  const text = signal('');
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const record = loadable(async (abort) => {
    const { items } = await api.agronomy.climate({ signal: abort });
    text.value = recordText(items);
    return items;
  });
  void record.load();
  return {
    text,
    problem,
    busy,
    record,
    setText: (next: string): void => {
      text.value = next;
      problem.value = null;
    },
    save: async (): Promise<void> => {
      const read = readRecord(text.peek());
      if ('wrongLine' in read) {
        problem.value = t('agronomy.climate.wrongLine', { line: read.wrongLine });
        return;
      }
      if (busy.peek()) return;
      busy.value = true;
      try {
        record.set((await api.agronomy.saveClimate(read.items)).items);
        showToast('success', t('agronomy.saved'));
      } catch (error) {
        problem.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});
