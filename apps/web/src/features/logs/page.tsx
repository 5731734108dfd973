import { Fragment, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Button, classes, EmptyState, Skeleton, Tabs, TextField } from '@farm3d/ui';
import { CommandResult } from '../../components/command-result.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { term } from '../../platform/locale.ts';
import { dateText } from '../../platform/time-text.ts';
import {
  filterEntries,
  LogsModel,
  NO_FILTER,
  OPERATIONS,
  PAGE_SIZE,
  type Log,
  type LogFilter,
  type Logs,
} from './model.ts';
import { t } from './zh-CN.ts';

const FIRST_TAB = 'audit';
const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1 py-2';
const TIME = 'w-36 shrink-0 text-note text-ink-3 tabular-nums';

/** `/iotManagement/logs`: who changed what, and the commands to devices. */
export default function LogsPage() {
  const [parameters, setParameters] = useSearchParams();
  const model = useModelOf(LogsModel, parameters);
  const tab = parameters.get('tab') ?? FIRST_TAB;
  const { filter } = tab === OPERATIONS ? model.operations : model.audit;
  const address = new URLSearchParams([
    ...(tab === FIRST_TAB ? [] : [['tab', tab]]),
    ...filterEntries(filter.value),
  ]).toString();
  return (
    <Page hint={t('logs.subtitle')} search={address}>
      <Tabs
        label={t('logs.parts')}
        selected={tab}
        onSelect={(next) => setParameters(next === FIRST_TAB ? {} : { tab: next }, { replace: true })}
        tabs={[
          { id: FIRST_TAB, label: t('logs.audit'), content: <Audit model={model} /> },
          { id: OPERATIONS, label: t('logs.operations'), content: <Operations model={model} /> },
        ]}
      />
    </Page>
  );
}

function Audit({ model }: { model: Logs }) {
  return (
    <>
      <Filter log={model.audit} texts={['username', 'action', 'target']}>
        <Button
          variant="primary"
          busy={model.isVerifying.value}
          data-testid="logs-verify"
          onClick={() => void model.verify()}
        >
          {t('logs.verify')}
        </Button>
      </Filter>
      <Verdict model={model} />
      <Entries log={model.audit}>
        {model.audit.entries.value.value?.items.map(({ seq, at, username, address, action, target }) => (
          <li key={seq} data-testid="log" data-action={action} className={ROW}>
            <span className="w-12 shrink-0 text-note text-ink-3 tabular-nums">{seq}</span>
            <span className={TIME}>{dateText(at)}</span>
            <span className="min-w-56 flex-1 text-body">
              {action}
              <code className="ml-2 text-xs break-all text-ink-3">{target}</code>
            </span>
            <span className="text-note text-ink-2">{username || t('logs.platform')}</span>
            <span className="text-note text-ink-3">{address}</span>
          </li>
        ))}
      </Entries>
    </>
  );
}

/** What the last verification of the chain found. */
function Verdict({ model }: { model: Logs }) {
  const verdict = model.verdict.value;
  const isBroken = verdict !== null && verdict.brokenAt !== null;
  return (
    <output data-testid="logs-verdict" data-broken={isBroken} className="block">
      {verdict && (
        <p
          className={classes(
            'mb-4 rounded-control px-3 py-2 text-body',
            isBroken ? 'bg-alarm-soft text-alarm' : 'bg-leaf-soft text-leaf-ink',
          )}
        >
          {verdict.text}
        </p>
      )}
    </output>
  );
}

function Operations({ model }: { model: Logs }) {
  return (
    <>
      <Filter log={model.operations} texts={['username', 'device']} />
      <Entries log={model.operations}>
        {model.operations.entries.value.value?.items.map((entry) => (
          <li key={entry.id} data-testid="log" data-method={entry.method} className={ROW}>
            <span className={TIME}>{dateText(entry.at)}</span>
            <span className="text-body font-medium">{entry.deviceName}</span>
            <span className="min-w-40 flex-1 text-body">
              {term(entry.method, entry.method)}
              <code className="ml-2 text-xs break-all text-ink-3">{JSON.stringify(entry.params)}</code>
            </span>
            <span className="text-note text-ink-2">{entry.username ?? t('logs.platform')}</span>
            <CommandResult result={entry} />
          </li>
        ))}
      </Entries>
    </>
  );
}

/** Texts that a log is narrowed by, beside the days. */
type FilterText = 'username' | 'action' | 'target' | 'device';

interface FilterProps {
  log: Log;
  texts: readonly FilterText[];
  children?: ReactNode;
}

/** Narrows a log, and exports what is left. */
function Filter({ log, texts, children }: FilterProps) {
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
function Entries({ log, children }: { log: Log; children: ReactNode }) {
  return (
    <Loaded of={log.entries} skeleton={<Skeleton className="h-40" />}>
      {() => <PageOfEntries log={log}>{children}</PageOfEntries>}
    </Loaded>
  );
}

function PageOfEntries({ log, children }: { log: Log; children: ReactNode }) {
  const total = log.entries.value.value?.total ?? 0;
  if (total === 0) return <EmptyState testId="logs-none" title={t('logs.none')} />;
  const page = log.page.value;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <>
      <ol data-testid="logs" data-total={total} className="divide-y divide-line">
        {children}
      </ol>
      {pages > 1 && (
        <div className="mt-3 flex items-center justify-end gap-2">
          <Button size="sm" disabled={page <= 1} onClick={() => log.show(log.filter.value, page - 1)}>
            {t('common.previous')}
          </Button>
          <span className="text-note text-ink-2 tabular-nums">{t('common.page', { page, pages })}</span>
          <Button size="sm" disabled={page >= pages} onClick={() => log.show(log.filter.value, page + 1)}>
            {t('common.next')}
          </Button>
        </div>
      )}
    </>
  );
}
