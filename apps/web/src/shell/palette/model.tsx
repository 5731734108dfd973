import { computed, createModel, effect, signal } from '@preact/signals-react';
import { Cpu, Warehouse } from 'lucide-react';
import type { PageEntry } from '../../kit/page.tsx';
import { loadable, createPace } from '../../platform/loadable.ts';
import { devicePath, scenePath } from '../../platform/paths.ts';
import { problemText } from '../../platform/problem.ts';
import type { Api, Services } from '../../platform/services.ts';
import { actionCommands, pageCommands, type Command } from './commands.tsx';
import { matching } from './matching.ts';
import { t } from './zh-CN.ts';

/** Devices, and scenes, that are offered at once: more are found by typing more. */
const MAX_FOUND = 8;
/** While a person types, the server is asked this often, milliseconds. */
const ASK_MS = 150;
const ICON = { size: 18 } as const;

interface Found {
  readonly query: string;
  readonly devices: readonly Command[];
  readonly scenes: readonly Command[];
}

/** Devices and scenes whose names contain the query. */
async function find(api: Api, query: string, signal: AbortSignal): Promise<Found> {
  const asked = { name: query, pageSize: MAX_FOUND };
  const [devices, scenes] = await Promise.all([
    api.devices.list(asked, { signal }),
    api.scenes.list(asked, { signal }),
  ]);
  return {
    query,
    devices: devices.items.map(({ id, name, productModelCode }) => ({
      id: `device-${id}`,
      label: name,
      note: productModelCode,
      icon: <Cpu {...ICON} />,
      words: '',
      path: devicePath(id),
    })),
    scenes: scenes.items.map(({ id, name }) => ({
      id: `scene-${id}`,
      label: name,
      icon: <Warehouse {...ICON} />,
      words: '',
      path: scenePath(id),
    })),
  };
}

/** What is typed in the command palette, and what matches it. */
export const PaletteModel = createModel(({ api, session }: Services, pages: readonly PageEntry[]) => {
  const query = signal('');
  const text = computed(() => query.value.trim());
  const found = loadable<Found>(async (abort) => find(api, text.peek(), abort));
  const pace = createPace(() => void found.load(), ASK_MS);
  effect(() => pace.dispose);
  effect(() => {
    if (text.value !== '') pace.ask();
  });
  /** Of an earlier query, until the answer to this one comes: the list does not flicker. */
  const answer = computed(() => (text.value === '' ? null : found.value.value));
  const groups = computed(() => [
    { label: t('palette.pages'), entries: matching(pageCommands(pages, session), text.value) },
    { label: t('palette.actions'), entries: matching(actionCommands(session), text.value) },
    { label: t('palette.devices'), entries: matching(answer.value?.devices ?? [], '') },
    { label: t('palette.scenes'), entries: matching(answer.value?.scenes ?? [], '') },
  ]);
  const commands = computed(() => groups.value.flatMap(({ entries }) => entries));
  const status = computed(() => {
    if (text.value === '') return '';
    if (found.error.value !== null) return t('palette.failed', { reason: problemText(found.error.value) });
    if (found.value.value?.query !== text.value) return t('palette.searching');
    return commands.value.length === 0 ? t('palette.none', { query: text.value }) : '';
  });
  return {
    query,
    groups,
    status,
    setQuery: (next: string): void => {
      query.value = next;
    },
    command: (id: string): Command | undefined => commands.peek().find((command) => command.id === id),
  };
});
