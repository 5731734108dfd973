import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { Button, Skeleton, classes } from '@farm3d/ui';
import type { Loadable } from '../../platform/loadable.ts';
import { t as common } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { t } from './zh-CN.ts';

export interface PartCardProps<T> {
  testId: string;
  title: string;
  /** What is shown. */
  part: Loadable<T>;
  /** Page with all of it. */
  href?: string | undefined;
  /** The body has the height of this many rows, whatever it shows: nothing moves when it is loaded. */
  rows: number;
  className?: string;
  children: (value: T) => ReactNode;
}

/** Height of a row, rem. */
const ROW_REM = 3;

/** A card with a part of the page: while it is loaded, when that failed, and what it shows. */
export function PartCard<T>({ testId, title, part, href, rows, className, children }: PartCardProps<T>) {
  const value = part.value.value;
  const error = part.error.value;
  return (
    <section
      data-testid={testId}
      aria-label={title}
      aria-busy={value === null && error === null}
      className={classes('flex min-w-0 flex-col rounded-panel border border-line bg-raised', className)}
    >
      <header className="flex h-12 shrink-0 items-center justify-between gap-2 pr-2 pl-4">
        <h2 className="truncate text-body font-semibold">{title}</h2>
        {error !== null && value !== null ? (
          <Button
            size="sm"
            variant="quiet"
            title={t('home.stale')}
            data-testid={`${testId}-stale`}
            className="text-amber"
            onClick={() => void part.load()}
          >
            {common('common.retry')}
          </Button>
        ) : (
          href !== undefined && (
            <Link
              href={href}
              className="flex h-9 items-center gap-0.5 rounded-control px-2 text-note text-water hover:bg-hover pointer-coarse:h-11"
            >
              {t('home.all')}
              <span className="sr-only">{title}</span>
              <ChevronRight aria-hidden size={16} />
            </Link>
          )
        )}
      </header>
      <div
        className="min-h-0 flex-1 overflow-hidden pb-2"
        style={{ minHeight: `${rows * ROW_REM + 0.5}rem` }}
      >
        {value !== null ? (
          children(value)
        ) : error !== null ? (
          <CardNote
            testId={`${testId}-error`}
            text={problemText(error)}
            action={
              <Button size="sm" data-testid={`${testId}-error-retry`} onClick={() => void part.load()}>
                {common('common.retry')}
              </Button>
            }
          />
        ) : (
          <div className="flex flex-col px-4">
            {Array.from({ length: rows }, (_, index) => (
              <div key={index} className="flex h-12 items-center">
                <Skeleton className="h-6 w-full" />
              </div>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

export interface CardNoteProps {
  text: string;
  icon?: ReactNode;
  action?: ReactNode;
  testId?: string;
}

/** What a card shows instead of rows. */
export function CardNote({ text, icon, action, testId }: CardNoteProps) {
  return (
    <div
      data-testid={testId}
      className="flex size-full flex-col items-center justify-center gap-2 px-4 py-2 text-center text-body text-ink-2"
    >
      {icon}
      <p>{text}</p>
      {action}
    </div>
  );
}

export interface RowProps {
  testId: string;
  /** Page about it; without one the row is no link. */
  href?: string | undefined;
  /** In front of the texts. */
  mark?: ReactNode;
  title: string;
  note: ReactNode;
  /** Behind the texts. */
  aside?: ReactNode;
}

const ROW = 'flex h-12 items-center gap-3 px-4';

/** A row of a card: two lines of text between a mark and an aside. */
export function Row({ testId, href, mark, title, note, aside }: RowProps) {
  const content = (
    <>
      {mark}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-note font-medium text-ink" title={title}>
          {title}
        </span>
        <span className="block truncate text-xs leading-4 text-ink-3 tabular-nums">{note}</span>
      </span>
      {aside}
    </>
  );
  return (
    <li data-testid={testId}>
      {href === undefined ? (
        <div className={ROW}>{content}</div>
      ) : (
        <Link href={href} className={classes(ROW, 'hover:bg-hover -outline-offset-2')}>
          {content}
        </Link>
      )}
    </li>
  );
}
