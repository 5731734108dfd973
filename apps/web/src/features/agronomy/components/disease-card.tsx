import { useState } from 'react';
import type { DiseaseRisk, RiskLevel } from '@farm3d/api';
import { Badge, type BadgeTone } from '@farm3d/ui';
import type { PlotCardsModel } from '../model.ts';
import { dayText, localText } from '../../../components/agronomy/format.ts';
import { Card, Loaded } from './card.tsx';
import { HowDialog } from './how-dialog.tsx';
import { t, type AgronomyKey } from '../zh-CN.ts';

/** Colour and fill height of each risk level: the height makes it readable without colours. */
const CELLS: Record<RiskLevel, { colour: string; height: string }> = {
  insufficient_data: { colour: 'transparent', height: '0%' },
  none: { colour: 'var(--farm-leaf)', height: '12%' },
  low: { colour: '#d3b548', height: '38%' },
  medium: { colour: '#cf8332', height: '68%' },
  high: { colour: '#a94a25', height: '100%' },
};
const TONES: Record<RiskLevel, BadgeTone> = {
  insufficient_data: 'neutral',
  none: 'leaf',
  low: 'amber',
  medium: 'amber',
  high: 'alarm',
};
const MISSING = new Set([
  'temperature',
  'humidity',
  'rain',
  'soilTemperature',
  'flowering',
  'shoots',
  'trap',
]);

function missingText(missing: readonly string[]): string {
  const names = missing
    .filter((name) => MISSING.has(name))
    .map((name) => t(`agronomy.disease.missing.${name}` as AgronomyKey));
  return names.length === 0 ? '' : t('agronomy.disease.missing', { what: names.join(', ') });
}

/** Table of risks by disease and day. */
function DiseaseCalendar({ diseases }: { diseases: readonly DiseaseRisk[] }) {
  const dates = [...new Set(diseases.flatMap(({ days }) => days.map(({ date }) => date)))].toSorted();
  return (
    // Scrollable on a phone, also by keys; `relative` keeps the visually hidden text inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={t('agronomy.disease')} tabIndex={0} className="relative overflow-x-auto">
      <table
        className="w-full min-w-[36rem] table-fixed border-separate border-spacing-y-1 text-note"
        data-testid="disease-calendar"
      >
        <thead>
          <tr className="text-left text-ink-3">
            <th scope="col" className="sticky left-0 w-36 bg-raised pr-3 font-normal md:w-72">
              {t('agronomy.disease.name')}
            </th>
            {dates.map((date, index) => (
              <th key={date} scope="col" className="tabular-nums px-0.5 text-center font-normal">
                {/* A month is wider than a day number: it may extend into the gaps. */}
                <span aria-hidden className="-mx-2 block whitespace-nowrap">
                  {index === 0 || date.endsWith('-01') ? (
                    <>
                      <span className="md:hidden">{date.slice(5).split('-').map(Number).join('/')}</span>
                      <span className="max-md:hidden">{dayText(date)}</span>
                    </>
                  ) : (
                    Number(date.slice(8))
                  )}
                </span>
                <span className="sr-only">{dayText(date)}</span>
              </th>
            ))}
            <th scope="col" className="w-32">
              <span className="sr-only">{t('agronomy.disease')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {diseases.map((disease) => (
            <tr key={disease.id}>
              <th scope="row" className="sticky left-0 bg-raised pr-3 text-left font-medium">
                {localText(disease)}
                {disease.evidence.length > 0 && (
                  <ul className="font-normal text-ink-3" data-testid="disease-evidence">
                    {disease.evidence.map((one) => (
                      <li key={one.en}>{localText(one)}</li>
                    ))}
                  </ul>
                )}
                {disease.risk === 'insufficient_data' && (
                  <span className="block font-normal text-ink-3">{missingText(disease.missing)}</span>
                )}
              </th>
              {dates.map((date) => {
                const risk = disease.days.find((day) => day.date === date)?.risk ?? 'insufficient_data';
                const { colour, height } = CELLS[risk];
                const name = t(`agronomy.disease.risk.${risk}`);
                return (
                  <td key={date} className="px-0.5" title={`${dayText(date)} · ${name}`}>
                    <span className="flex h-7 items-end overflow-hidden rounded-sm bg-sunken">
                      <span className="block w-full" style={{ height, background: colour }} />
                    </span>
                    <span className="sr-only">{name}</span>
                  </td>
                );
              })}
              <td className="pl-3 text-right">
                <Badge tone={TONES[disease.risk]}>{t(`agronomy.disease.risk.${disease.risk}`)}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Legend of the cells. */
function RiskKey() {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-note text-ink-2">
      {(['none', 'low', 'medium', 'high', 'insufficient_data'] as const).map((risk) => (
        <li key={risk} className="flex items-center gap-1.5">
          <span className="flex size-4 items-end overflow-hidden rounded-sm bg-sunken">
            <span
              className="block w-full"
              style={{ height: CELLS[risk].height, background: CELLS[risk].colour }}
            />
          </span>
          {t(`agronomy.disease.risk.${risk}`)}
        </li>
      ))}
    </ul>
  );
}

/** Disease risks of the last fortnight. */
export function DiseaseCard({ model }: { model: PlotCardsModel }) {
  const [how, setHow] = useState(false);
  const known = model.detail.value.value;
  return (
    <Card title={t('agronomy.disease')} testId="disease-card" onHow={known ? () => setHow(true) : undefined}>
      <Loaded of={model.detail}>
        {({ diseases }) =>
          diseases.length === 0 ? (
            <p className="py-2 text-body text-ink-2">{t('agronomy.disease.none')}</p>
          ) : (
            <>
              <DiseaseCalendar diseases={diseases} />
              <RiskKey />
            </>
          )
        }
      </Loaded>
      {known && (
        <HowDialog
          open={how}
          onClose={() => setHow(false)}
          title={t('agronomy.disease')}
          formulas={['disease-risk']}
          facts={known.facts}
          sources={known.sources}
          missing={known.notes}
        />
      )}
    </Card>
  );
}
