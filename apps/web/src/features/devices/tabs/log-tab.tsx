import { createModel, signal } from '@preact/signals-react';
import { Button, EmptyState, Skeleton } from '@farm3d/ui';
import type { OperateLogEntry } from '@farm3d/api';
import { CommandResult } from '../../../components/command-result.tsx';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { term } from '../../../platform/locale.ts';
import type { Services } from '../../../platform/services.ts';
import { dateText } from '../../../platform/time-text.ts';
import { t } from '../zh-CN.ts';
import { Section, type TabProps } from './tab-parts.tsx';

const PAGE_SIZE = 50;

const LogModel = createModel(({ api }: Services, deviceId: string) => {
  const page = signal(1);
  const entries = loadable<{ items: readonly OperateLogEntry[]; total: number }>((abort) =>
    api.organisation.operateLog({ deviceId, page: page.peek(), pageSize: PAGE_SIZE }, { signal: abort }),
  );
  void entries.load();
  return {
    page,
    entries,
    turn: (step: 1 | -1): void => {
      page.value += step;
      void entries.load();
    },
  };
});

/** Commands to the device: who, what, when, with what result. */
export default function LogTab({ device }: TabProps) {
  const model = useModelOf(LogModel, device.id);
  return (
    <Loaded of={model.entries} skeleton={<Skeleton className="h-40" />}>
      {() => <Log model={model} />}
    </Loaded>
  );
}

function Log({ model }: { model: InstanceType<typeof LogModel> }) {
  const { items, total } = model.entries.value.value ?? { items: [], total: 0 };
  const page = model.page.value;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <Section title={t('device.tab.log')}>
      {items.length === 0 && <EmptyState title={t('device.log.none')} />}
      <ol className="divide-y divide-line">
        {items.map((entry) => (
          <li
            key={entry.id}
            data-testid="device-log"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2"
          >
            <span className="w-36 shrink-0 text-note text-ink-3 tabular-nums">{dateText(entry.at)}</span>
            <span className="min-w-40 flex-1 text-body">
              {term(entry.method, entry.method)}
              <code className="ml-2 text-xs break-all text-ink-3">{JSON.stringify(entry.params)}</code>
            </span>
            <span className="text-note text-ink-2">{entry.username ?? t('device.log.platform')}</span>
            <CommandResult result={entry} />
          </li>
        ))}
      </ol>
      {pages > 1 && (
        <div className="mt-3 flex items-center justify-end gap-2">
          <Button size="sm" disabled={page <= 1} onClick={() => model.turn(-1)}>
            {t('common.previous')}
          </Button>
          <span className="text-note text-ink-2 tabular-nums">{t('common.page', { page, pages })}</span>
          <Button size="sm" disabled={page >= pages} onClick={() => model.turn(1)}>
            {t('common.next')}
          </Button>
        </div>
      )}
    </Section>
  );
}
