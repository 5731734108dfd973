import { createModel, signal } from '@preact/signals-react';
import { audit as auditCalls, type AuditEntry, type OperateLogEntry } from '@farm3d/api';
import { commandResultText } from '../../components/command-result.tsx';
import { createAttempts } from '../../kit/actions.ts';
import { csvText, saveFile } from '../../platform/save-file.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Tab of the log of commands. */
export const OPERATIONS = 'operations';
export const PAGE_SIZE = 50;
const EXPORT_PAGE = 200;
const EXPORT_MAX = 10_000;

/** Days are those of this browser, yyyy-MM-dd; '' does not narrow. */
export interface LogFilter {
  readonly username: string;
  readonly action: string;
  /** Part of an address, or an id. */
  readonly target: string;
  /** Part of its name. */
  readonly device: string;
  readonly from: string;
  readonly to: string;
}
export const NO_FILTER: LogFilter = { username: '', action: '', target: '', device: '', from: '', to: '' };

const KEYS = Object.keys(NO_FILTER) as (keyof LogFilter)[];

/** A filter without blanks around its texts. */
const filterOf = (text: (key: keyof LogFilter) => string): LogFilter => ({
  ...NO_FILTER,
  ...Object.fromEntries(KEYS.map((key) => [key, text(key).trim()])),
});

/** The part of an address that gives a filter. */
export const filterEntries = (filter: LogFilter): [string, string][] =>
  Object.entries(filter).filter(([, text]) => text !== '');

interface Entries<Entry> {
  readonly items: readonly Entry[];
  readonly total: number;
}
interface Query {
  readonly page: number;
  readonly pageSize: number;
  readonly username?: string;
  readonly action?: string;
  readonly target?: string;
  readonly deviceName?: string;
  readonly startTs?: number;
  readonly endTs?: number;
}
type Read<Entry> = (query: Query, signal?: AbortSignal) => Promise<Entries<Entry>>;

const DAY_MS = 24 * 3_600_000;

function queryOf(
  { username, action, target, device, from, to }: LogFilter,
  page: number,
  pageSize: number,
): Query {
  return {
    page,
    pageSize,
    ...(username !== '' && { username }),
    ...(action !== '' && { action }),
    ...(target !== '' && { target }),
    ...(device !== '' && { deviceName: device }),
    ...(from !== '' && { startTs: new Date(`${from}T00:00:00`).getTime() }),
    // The last day is part of it.
    ...(to !== '' && { endTs: new Date(`${to}T00:00:00`).getTime() + DAY_MS }),
  };
}

/** A log by pages, narrowed by a filter, and as a file. */
function logOf<Entry>(
  first: LogFilter,
  read: Read<Entry>,
  name: string,
  head: () => string[],
  row: (entry: Entry) => string[],
) {
  const filter = signal(first);
  const page = signal(1);
  const { busy: isExporting, attempt } = createAttempts();
  const entries = loadable<Entries<Entry>>((abort) =>
    read(queryOf(filter.peek(), page.peek(), PAGE_SIZE), abort),
  );
  const show = (next: LogFilter, number: number): void => {
    filter.value = filterOf((key) => next[key]);
    page.value = number;
    void entries.load();
  };
  const exportAll = () =>
    attempt(async () => {
      const rows: Entry[] = [];
      let total = Infinity;
      for (let number = 1; rows.length < Math.min(total, EXPORT_MAX); number += 1) {
        const part = await read(queryOf(filter.peek(), number, EXPORT_PAGE));
        total = part.total;
        if (part.items.length === 0) break;
        rows.push(...part.items);
      }
      if (total > EXPORT_MAX) showToast('info', t('logs.export.limit', { n: EXPORT_MAX }));
      saveFile(new Blob([csvText(head(), rows.map(row))], { type: 'text/csv' }), `${name}.csv`);
      return null;
    });
  return { filter, page, entries, isExporting, show, exportAll };
}

const instantText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** The audit log and the log of commands. @param given the address: tab, and filter of its log */
export const LogsModel = createModel(({ api, clientOf }: Services, given: URLSearchParams) => {
  const calls = clientOf({ audit: auditCalls }).audit;
  const filter = filterOf((key) => given.get(key) ?? '');
  const isOperations = given.get('tab') === OPERATIONS;
  const audit = logOf<AuditEntry>(
    isOperations ? NO_FILTER : filter,
    (query, abort) => calls.list(query, abort && { signal: abort }),
    'audit',
    () => [
      t('logs.number'),
      t('logs.time'),
      t('logs.user'),
      t('logs.address'),
      t('logs.action'),
      t('logs.target'),
    ],
    (entry) => [
      String(entry.seq),
      instantText(entry.at),
      entry.username,
      entry.address,
      entry.action,
      entry.target,
    ],
  );
  const operations = logOf<OperateLogEntry>(
    isOperations ? filter : NO_FILTER,
    (query, abort) => api.organisation.operateLog(query, abort && { signal: abort }),
    'commands',
    () => [t('logs.time'), t('logs.device'), t('logs.user'), t('logs.command'), t('logs.state')],
    (entry) => [
      instantText(entry.at),
      entry.deviceName,
      entry.username ?? '',
      `${entry.method} ${JSON.stringify(entry.params)}`,
      commandResultText(entry),
    ],
  );
  const { busy: isVerifying, attempt } = createAttempts();
  const verdict = signal<{ readonly brokenAt: number | null; readonly text: string } | null>(null);
  const verify = () =>
    attempt(async () => {
      const { entries, brokenAt } = await calls.verify();
      const text =
        brokenAt === null
          ? t('logs.verify.intact', { n: entries })
          : t('logs.verify.broken', { n: brokenAt });
      verdict.value = { brokenAt, text };
      return null;
    });
  void audit.entries.load();
  void operations.entries.load();
  return { audit, operations, isVerifying, verdict, verify };
});

export type Logs = InstanceType<typeof LogsModel>;
export type Log = Logs['audit'] | Logs['operations'];
