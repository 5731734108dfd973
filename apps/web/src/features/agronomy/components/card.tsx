import { type ReactNode, useState } from 'react';
import { CircleHelp } from 'lucide-react';
import { IconButton, Skeleton, Badge } from '@farm3d/ui';
import type { AgronomyReason, AgronomySource, PlotFacts } from '@farm3d/api';
import { FORMULA_NOTES, IRRIGATION_METHODS, SOIL_TEXTURES } from '@farm3d/agronomy';
import { numberText, localText, methodText, readingName } from '../../../components/agronomy/format.ts';
import { PageDialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/loaded.tsx';
import type { Loadable } from '../../../platform/loadable.ts';
import { t, type AgronomyKey } from '../zh-CN.ts';

interface CardProps {
  title: string;
  /** A badge at the right of the title. */
  aside?: ReactNode;
  /** The method of the result. Default: none, until it is known. */
  how?: How | null | undefined;
  testId: string;
  children: ReactNode;
}

/** Card for one result of the calculations. */
export function Card({ title, aside, how, testId, children }: CardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      data-testid={testId}
      aria-label={title}
      className="flex min-w-0 flex-col rounded-panel border border-line bg-raised p-4 md:p-5"
    >
      <header className="relative mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pr-10">
        <h2 className="min-w-0 text-title font-semibold">{title}</h2>
        {aside}
        {how && (
          <div className="absolute -top-1 -right-2">
            <IconButton
              label={t('agronomy.how')}
              icon={<CircleHelp size={20} />}
              data-testid={`${testId}-how`}
              onClick={() => setOpen(true)}
            />
          </div>
        )}
      </header>
      {children}
      {how && <HowDialog title={title} how={how} open={isOpen} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** The loaded value, a skeleton while it loads, or the error. */
export function Loaded<T>({
  of,
  children,
}: {
  of: Loadable<T>;
  children: (value: NonNullable<T>) => ReactNode;
}) {
  const value = of.value.value;
  const error = of.error.value;
  if (value !== null && value !== undefined) return <>{children(value)}</>;
  if (error) return <Failure error={error} onRetry={() => void of.load()} />;
  if (of.loading.value || !of.hasLoaded.value) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-10 w-2/5" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  return <p className="py-6 text-body text-ink-2">{t('agronomy.noDevice')}</p>;
}

/** A number with its name under it. */
export function Figure({ label, value, unit }: { label: string; value: string; unit?: string }) {
  return (
    <div className="min-w-0">
      <p className="tabular-nums text-title font-semibold whitespace-nowrap">
        {value}
        {unit && <span className="ml-1 text-note font-normal text-ink-3">{unit}</span>}
      </p>
      <p className="text-note text-ink-3">{label}</p>
    </div>
  );
}

interface How {
  /** Ids of formulas. */
  formulas: readonly string[];
  facts?: PlotFacts | undefined;
  sources: readonly AgronomySource[];
  missing: readonly AgronomyReason[];
  /** Equation or fallback of each part: of ET0, unless `methodsTitle` names another value. */
  methods?: Readonly<Record<string, string>> | null | undefined;
  methodsTitle?: AgronomyKey;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 first:mt-0">
      <h3 className="mb-2 text-note font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

const FACTS: readonly [keyof PlotFacts, AgronomyKey][] = [
  ['cropName', 'agronomy.form.crop'],
  ['plantDate', 'agronomy.form.plantDate'],
  ['environment', 'agronomy.form.environment'],
  ['soilTexture', 'agronomy.form.texture'],
  ['area', 'agronomy.form.area'],
  ['irrigationMethod', 'agronomy.form.method'],
  ['irrigationFlow', 'agronomy.form.flow'],
  ['latitude', 'agronomy.form.latitude'],
];

function factText(value: string | number | null): string {
  if (value === null) return t('agronomy.how.notSet');
  if (value === 'field' || value === 'greenhouse') return t(`agronomy.form.environment.${value}`);
  const named = [...SOIL_TEXTURES, ...IRRIGATION_METHODS].find(({ id }) => id === value);
  if (named) return localText(named);
  return typeof value === 'number' ? numberText(value, 2) : value;
}

interface HowDialogProps {
  title: string;
  how: How;
  open: boolean;
  onClose: () => void;
}

/** Dialog with the method of a result: formulas, inputs, sources, and missing data. */
function HowDialog({ title, how, open, onClose }: HowDialogProps) {
  const { formulas, facts, sources, missing, methods } = how;
  const notes = formulas.flatMap((id) => FORMULA_NOTES.find((note) => note.id === id) ?? []);
  const reasons = [...new Map(missing.map((one) => [one.code, one])).values()];
  return (
    <PageDialog
      open={open}
      onClose={onClose}
      title={`${title} · ${t('agronomy.how')}`}
      placement="side"
      testId="agronomy-how"
    >
      <Part title={t('agronomy.how.missing')}>
        {reasons.length === 0 ? (
          <p className="text-body text-ink-2">{t('agronomy.how.nothingMissing')}</p>
        ) : (
          <ul className="flex flex-col gap-1.5" data-testid="agronomy-how-missing">
            {reasons.map((one) => (
              <li key={one.code} className="flex gap-2 text-body">
                <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-amber" />
                {localText(one)}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('agronomy.how.formulas')}>
        <ul className="flex flex-col gap-4" data-testid="agronomy-how-formulas">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="text-body font-medium">{localText(note)}</p>
              <code className="mt-1 block overflow-x-auto rounded-control bg-sunken px-3 py-2 text-note">
                {note.formula}
              </code>
              <p className="mt-1 text-note text-ink-3">
                {note.source} <Badge>{t(`agronomy.certainty.${note.certainty}`)}</Badge>
              </p>
            </li>
          ))}
        </ul>
      </Part>
      {methods && (
        <Part title={t(how.methodsTitle ?? 'agronomy.how.fallbacks')}>
          <p className="flex flex-wrap gap-2">
            {Object.entries(methods).map(([part, method]) => (
              <Badge key={part} tone="water">
                {methodText(part, method)}
              </Badge>
            ))}
          </p>
        </Part>
      )}
      {facts && (
        <Part title={t('agronomy.how.inputs')}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-body">
            {FACTS.map(([key, label]) => (
              <div key={key} className="contents">
                <dt className="text-ink-3">{t(label)}</dt>
                <dd className="tabular-nums text-right">{factText(facts[key])}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Part title={t('agronomy.how.sources')}>
        <ul className="flex flex-col gap-1 text-body">
          {sources.map((source) => (
            <li
              key={`${source.deviceId}${source.quantity}`}
              className="flex flex-wrap items-baseline gap-x-2"
            >
              <span>{source.deviceName}</span>
              <span className="text-note text-ink-3">
                {source.keys.map((key) => readingName(key)).join(', ')}
                {source.distanceKm !== null &&
                  source.distanceKm >= 0.1 &&
                  ` · ${numberText(source.distanceKm)} km`}
              </span>
              {source.simulated && <Badge>{t('common.simulated')}</Badge>}
            </li>
          ))}
        </ul>
      </Part>
    </PageDialog>
  );
}
