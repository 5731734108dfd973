import type { ReactNode } from 'react';
import { CircleHelp } from 'lucide-react';
import { Button, ErrorState, IconButton, Skeleton } from '@farm3d/ui';
import type { Loadable } from '../../../platform/loadable.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { t } from '../zh-CN.ts';

interface CardProps {
  title: string;
  /** A badge at the right of the title. */
  aside?: ReactNode;
  /** Opens the dialog with the method. Default: no button. */
  onHow?: (() => void) | undefined;
  testId: string;
  children: ReactNode;
}

/** Card for one result of the calculations. */
export function Card({ title, aside, onHow, testId, children }: CardProps) {
  return (
    <section
      data-testid={testId}
      aria-label={title}
      className="flex min-w-0 flex-col rounded-panel border border-line bg-raised p-4 md:p-5"
    >
      <header className="relative mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pr-10">
        <h2 className="min-w-0 text-title font-semibold">{title}</h2>
        {aside}
        {onHow && (
          <div className="absolute -top-1 -right-2">
            <IconButton
              label={t('agronomy.how')}
              icon={<CircleHelp size={20} />}
              data-testid={`${testId}-how`}
              onClick={onHow}
            />
          </div>
        )}
      </header>
      {children}
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
  if (error) {
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void of.load()}>{t('common.retry')}</Button>}
      />
    );
  }
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
