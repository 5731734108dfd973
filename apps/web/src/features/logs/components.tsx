import { Fragment, useState, type ReactNode } from 'react';
import { Button, EmptyState, ErrorState, Skeleton, TextField } from '@farm3d/ui';
import { t as common } from '../../platform/locale.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { NO_FILTER, PAGE_SIZE, type Log, type LogFilter } from './model.ts';
import { t } from './zh-CN.ts';

/** Texts that a log is narrowed by, beside the days. */
type FilterText = 'username' | 'action' | 'target' | 'device';

interface FilterProps {
  log: Log;
  texts: readonly FilterText[];
  children?: ReactNode;
}

/** Narrows a log, and exports what is left. */
export function Filter({ log, texts, children }: FilterProps) {
  const [draft, setDraft] = useState<LogFilter>(log.filter.value);
  const field = (key: keyof LogFilter, type: 'text' | 'date', label: string) => (
    <div className="min-w-36 flex-1">
      <TextField
        label={label}
        type={type}
        value={draft[key]}
        data-testid={`logs-${key}`}
        onValueChange={(value) => setDraft({ ...draft, [key]: value })}
      />
    </div>
  );
  return (
    <form
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        log.show(draft, 1);
      }}
    >
      {texts.map((key) => (
        <Fragment key={key}>{field(key, 'text', t(`logs.${key}`))}</Fragment>
      ))}
      {field('from', 'date', t('logs.from'))}
      {field('to', 'date', t('logs.to'))}
      <div className="flex gap-3">
        <Button type="submit" data-testid="logs-filter">
          {t('logs.filter')}
        </Button>
        <Button
          variant="quiet"
          data-testid="logs-clear"
          onClick={() => {
            setDraft(NO_FILTER);
            log.show(NO_FILTER, 1);
          }}
        >
          {t('logs.clear')}
        </Button>
      </div>
      <div className="ml-auto flex flex-wrap gap-3">
        <Button busy={log.isExporting.value} data-testid="logs-export" onClick={() => void log.exportAll()}>
          {t('logs.export')}
        </Button>
        {children}
      </div>
    </form>
  );
}

/** The entries of a page of a log, once they are fetched. */
export function Entries({ log, children }: { log: Log; children: ReactNode }) {
  const list = log.entries.value.value;
  const error = log.entries.error.value;
  if (!list)
    return error === null ? (
      <Skeleton className="h-40" />
    ) : (
      <ErrorState
        testId="logs-error"
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void log.entries.load()}>{common('common.retry')}</Button>}
      />
    );
  if (list.total === 0) return <EmptyState testId="logs-none" title={t('logs.none')} />;
  const page = log.page.value;
  const pages = Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  return (
    <>
      <ol data-testid="logs" data-total={list.total} className="divide-y divide-line">
        {children}
      </ol>
      {pages > 1 && (
        <div className="mt-3 flex items-center justify-end gap-2">
          <Button size="sm" disabled={page <= 1} onClick={() => log.show(log.filter.value, page - 1)}>
            {common('common.previous')}
          </Button>
          <span className="text-note text-ink-2 tabular-nums">{common('common.page', { page, pages })}</span>
          <Button size="sm" disabled={page >= pages} onClick={() => log.show(log.filter.value, page + 1)}>
            {common('common.next')}
          </Button>
        </div>
      )}
    </>
  );
}
