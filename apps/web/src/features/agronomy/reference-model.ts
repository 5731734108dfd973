import { createModel, signal, computed } from '@preact/signals-react';
import type { AgronomyTable, CellValue, TableCell } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { readRecord, recordText, parameterName } from './reference-text.ts';
import { t } from './zh-CN.ts';

/** Monthly climate of the place, and its editing as text. */
export const ClimateModel = createModel(({ api }: Services) => {
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

export const TABLES: readonly AgronomyTable[] = [
  'crops',
  'textures',
  'irrigation',
  'grades',
  'diseases',
  'weather',
];

export const cellText = (value: CellValue): string =>
  Array.isArray(value) ? value.join(' / ') : String(value);

/** Parses text as the type of the present value; null: invalid. */
function parsed(text: string, before: CellValue): CellValue | null {
  if (typeof before === 'string') return text.trim() === '' ? null : text.trim();
  const numbers = text
    .split(/[\s/,，、]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (numbers.length === 0 || numbers.some((value) => !Number.isFinite(value))) return null;
  return Array.isArray(before) ? numbers : (numbers[0] ?? null);
}

/** The parameter tables and the editing of a cell. */
export const TablesModel = createModel(({ api }: Services) => {
  const table = signal<AgronomyTable>('crops');
  const query = signal('');
  const editing = signal<TableCell | null>(null);
  const value = signal('');
  const source = signal('');
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const cells = loadable(
    async (abort) => (await api.agronomy.tables({ table: table.peek() }, { signal: abort })).items,
  );
  void cells.load();

  const send = async (next: CellValue | null, from: string): Promise<void> => {
    const cell = editing.peek();
    if (!cell || busy.peek()) return;
    busy.value = true;
    problem.value = null;
    try {
      const saved = await api.agronomy.editTable({
        table: cell.table,
        id: cell.id,
        field: cell.field,
        value: next,
        ...(next === null ? {} : { source: from }),
      });
      const same = (one: TableCell): boolean => one.id === saved.id && one.field === saved.field;
      cells.set((cells.value.peek() ?? []).map((one) => (same(one) ? saved : one)));
      editing.value = null;
    } catch (error) {
      problem.value = problemText(error);
    } finally {
      busy.value = false;
    }
  };

  return {
    table,
    query,
    editing,
    value,
    source,
    problem,
    busy,
    cells,
    shown: computed(() => {
      const text = query.value.trim().toLowerCase();
      return (cells.value.value ?? []).filter((cell) =>
        [cell.zh, cell.en, cell.id, cell.field, parameterName(cell)].some((part) =>
          part.toLowerCase().includes(text),
        ),
      );
    }),
    choose: (next: AgronomyTable): void => {
      table.value = next;
      void cells.load();
    },
    edit: (cell: TableCell): void => {
      value.value = cellText(cell.value);
      source.value = cell.edited ? cell.source : '';
      problem.value = null;
      editing.value = cell;
    },
    search: (text: string): void => {
      query.value = text;
    },
    setValue: (text: string): void => {
      value.value = text;
    },
    setSource: (text: string): void => {
      source.value = text;
    },
    close: (): void => {
      editing.value = null;
    },
    save: async (): Promise<void> => {
      const cell = editing.peek();
      if (!cell) return;
      const next = parsed(value.peek(), cell.value);
      if (next === null) problem.value = t('agronomy.form.number');
      else if (source.peek().trim() === '') problem.value = t('agronomy.tables.sourceRequired');
      else await send(next, source.peek().trim());
    },
    reset: (): Promise<void> => send(null, ''),
  };
});

export type Tables = InstanceType<typeof TablesModel>;
