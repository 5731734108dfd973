import { useModel } from '@preact/signals-react';
import type { ClimateMonth } from '@farm3d/api';
import { Button, TextAreaField } from '@farm3d/ui';
import { ClimateModel } from '../climate-model.ts';
import { monthNormals } from '../climate-record.ts';
import { numberText } from '../../../components/agronomy/format.ts';
import { Loaded } from './card.tsx';
import { t } from '../zh-CN.ts';

/** The monthly climate of the place: means of each calendar month, and the record as editable text. */
export function ClimatePanel() {
  const model = useModel(ClimateModel);
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
