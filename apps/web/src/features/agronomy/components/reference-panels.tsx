import type { ClimateMonth, TableCell } from '@farm3d/api';
import { Button, TextAreaField, Badge, classes, SearchField, TextField } from '@farm3d/ui';
import { numberText, localText } from '../../../components/agronomy/format.ts';
import { PageDialog } from '../../../kit/dialog.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { ClimateModel, cellText, TABLES, TablesModel, type Tables } from '../reference-model.ts';
import { monthNormals, parameterName } from '../reference-text.ts';
import { t } from '../zh-CN.ts';
import { Loaded } from './card.tsx';

/** The monthly climate of the place: means of each calendar month, and the record as editable text. */
export function ClimatePanel() {
  const model = useModelOf(ClimateModel);
  return (
    <div data-testid="agronomy-climate">
      <p className="mb-4 max-w-3xl text-body text-ink-2">{t('agronomy.climate.hint')}</p>
      <Loaded of={model.record}>
        {(items) => (
          <div className="grid gap-6 lg:grid-cols-2">
            <Normals items={items} />
            <div className="flex flex-col items-start gap-3">
              <TextAreaField
                label={t('agronomy.climate.record')}
                hint={t('agronomy.climate.record.hint')}
                rows={14}
                spellCheck={false}
                className="w-full font-mono"
                value={model.text.value}
                error={model.problem.value}
                data-testid="climate-text"
                onValueChange={model.setText}
              />
              <Button
                variant="primary"
                busy={model.busy.value}
                data-testid="climate-save"
                onClick={() => void model.save()}
              >
                {t('agronomy.form.save')}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Normals({ items }: { items: readonly ClimateMonth[] }) {
  if (items.length === 0) return <p className="text-body text-ink-2">{t('agronomy.climate.none')}</p>;
  const value = (one: number | null): string => (one === null ? '–' : numberText(one));
  return (
    // Scrollable on a phone, also by keys.
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('agronomy.climate.normals')}
      className="thin-scrollbar self-start overflow-x-auto rounded-panel border border-line bg-raised"
    >
      <table className="w-full min-w-96 text-body" data-testid="climate-normals">
        <thead className="text-left text-note text-ink-3">
          <tr>
            {(['month', 'years', 'rain', 'et0', 'tmax', 'tmin'] as const).map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium">
                {t(`agronomy.climate.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {monthNormals(items).map((normal) => (
            <tr key={normal.month} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-left font-medium">
                {normal.month}
              </th>
              <td className="px-3 py-1.5">{normal.years}</td>
              {([normal.rain, normal.et0, normal.tmax, normal.tmin] as const).map((one, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index} className="px-3 py-1.5">
                  {value(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const TONES = {
  published: 'leaf',
  derived: 'water',
  unverified: 'amber',
  assumed: 'amber',
  entered: 'neutral',
} as const;

/** Table of the parameters of the calculations with source and certainty. */
export function TablesPanel() {
  const model = useModelOf(TablesModel);
  return (
    <div data-testid="agronomy-tables">
      <p className="mb-4 max-w-3xl text-body text-ink-2">{t('agronomy.tables.hint')}</p>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {TABLES.map((table) => (
          <button
            key={table}
            type="button"
            aria-pressed={model.table.value === table}
            data-testid={`table-${table}`}
            onClick={() => model.choose(table)}
            className={classes(
              'h-11 rounded-full border px-4 text-body transition-colors duration-150',
              model.table.value === table
                ? 'border-leaf bg-leaf-soft font-medium text-leaf-ink'
                : 'border-line-strong text-ink-2 hover:bg-hover',
            )}
          >
            {t(`agronomy.tables.${table}`)}
          </button>
        ))}
        <div className="min-w-56 flex-1 md:max-w-xs">
          <SearchField
            label={t('agronomy.tables.search')}
            clearLabel={t('common.clear')}
            value={model.query.value}
            onValueChange={model.search}
          />
        </div>
      </div>
      <Loaded of={model.cells}>{() => <CellTable cells={model.shown.value} onEdit={model.edit} />}</Loaded>
      <CellDialog model={model} />
    </div>
  );
}

function CellTable({ cells, onEdit }: { cells: readonly TableCell[]; onEdit: (cell: TableCell) => void }) {
  return (
    <div className="thin-scrollbar max-h-[70vh] overflow-auto rounded-panel border border-line bg-raised">
      <table className="w-full min-w-[48rem] text-body">
        <thead className="sticky top-0 z-10 bg-raised text-left text-note text-ink-3 shadow-[0_1px_0_var(--farm-line)]">
          <tr>
            {(['item', 'field', 'value', 'certainty', 'source'] as const).map((column) => (
              <th key={column} scope="col" className="px-4 py-2.5 font-medium">
                {t(`agronomy.tables.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t('agronomy.tables.edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <tr key={`${cell.id}.${cell.field}`} className="border-t border-line">
              <td className="px-4 py-2 whitespace-nowrap">{localText(cell)}</td>
              <td className="min-w-36 px-4 py-2 text-ink-2">{parameterName(cell)}</td>
              <td className="tabular-nums px-4 py-2 font-medium whitespace-nowrap">{cellText(cell.value)}</td>
              <td className="px-4 py-2">
                <Badge tone={TONES[cell.certainty]}>{t(`agronomy.certainty.${cell.certainty}`)}</Badge>
              </td>
              <td className="max-w-md min-w-48 px-4 py-2 text-note text-ink-2">{cell.source}</td>
              <td className="px-2 py-1 text-right">
                <Button
                  variant="quiet"
                  size="sm"
                  data-testid={`cell-edit-${cell.id}-${cell.field}`}
                  onClick={() => onEdit(cell)}
                >
                  {t('agronomy.tables.edit')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CellDialog({ model }: { model: Tables }) {
  const cell = model.editing.value;
  return (
    <PageDialog
      open={cell !== null}
      onClose={model.close}
      title={cell ? `${localText(cell)} · ${parameterName(cell)}` : ''}
      testId="cell-dialog"
      actions={
        <>
          {cell?.edited && (
            <Button busy={model.busy.value} data-testid="cell-reset" onClick={() => void model.reset()}>
              {t('agronomy.tables.reset')}
            </Button>
          )}
          <Button
            variant="primary"
            busy={model.busy.value}
            data-testid="cell-save"
            onClick={() => void model.save()}
          >
            {t('agronomy.form.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('agronomy.tables.value')}
          value={model.value.value}
          data-testid="cell-value"
          onValueChange={model.setValue}
        />
        <TextField
          label={t('agronomy.tables.source')}
          required
          value={model.source.value}
          error={model.problem.value}
          data-testid="cell-source"
          onValueChange={model.setSource}
        />
      </div>
    </PageDialog>
  );
}
