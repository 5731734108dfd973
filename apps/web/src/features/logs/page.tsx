import { useEffect } from 'react';
import { useModel } from '@preact/signals-react';
import { useLocation, useSearchParams } from 'wouter';
import { Button, classes, Tabs } from '@farm3d/ui';
import { CommandResult } from '../../components/command-result/command-result.tsx';
import { term } from '../../platform/locale.ts';
import { PATHS } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { Page } from '../../kit/page.tsx';
import { Entries, Filter } from './components.tsx';
import { filterEntries, LogsModel, OPERATIONS, type Logs } from './model.ts';
import { t } from './zh-CN.ts';

const FIRST_TAB = 'audit';
const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1 py-2';
const TIME = 'w-36 shrink-0 text-note text-ink-3 tabular-nums';

/** `/iotManagement/logs`: who changed what, and the commands to devices. */
export default function LogsPage() {
  const [parameters, setParameters] = useSearchParams();
  const [path] = useLocation();
  const model = useModel(() => new LogsModel(parameters));
  const tab = parameters.get('tab') ?? FIRST_TAB;
  const { filter } = tab === OPERATIONS ? model.operations : model.audit;
  const address = new URLSearchParams([
    ...(tab === FIRST_TAB ? [] : [['tab', tab]]),
    ...filterEntries(filter.value),
  ]).toString();
  useEffect(() => {
    // Rendered once more while a link leads elsewhere.
    if (path === PATHS.logs && parameters.toString() !== address) setParameters(address, { replace: true });
  }, [path, parameters, address, setParameters]);
  return (
    <Page hint={t('logs.subtitle')}>
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
