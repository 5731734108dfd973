import { computed, createModel, signal } from '@preact/signals-react';
import type { AgronomyTable, CellValue, TableCell } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { parameterName } from './parameter-names.ts';
import { t } from './zh-CN.ts';

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
export const TablesModel = createModel(() => {
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
