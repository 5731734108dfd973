import { useRef } from 'react';
import { Download, FileUp, Undo2 } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { PageDialog, OnceNote } from '../../../kit/dialog.tsx';
import { t as deviceText } from '../zh-CN.ts';
import type { Import } from './import-model.ts';
import { listed } from './import-rows.ts';
import { t } from './zh-CN.ts';

/** Rows of a table that are listed: those with errors first. */
const MAX_LISTED = 100;
const ICON = { size: 18 } as const;

/** Imports the devices of a table: chosen, looked at, created, and their tokens saved. */
export function ImportDialog({ model }: { model: Import }) {
  const isDone = model.tokens.value !== null;
  const problem = model.problem.value;
  return (
    <PageDialog
      open={model.open.value}
      onClose={model.close}
      title={t('adding.import')}
      testId="device-import"
      // The tokens are given once, and a running import is waited for.
      keepOpen={isDone || model.isRunning.value}
      actions={<Actions model={model} />}
    >
      <div className="flex flex-col items-start gap-4 pt-1">
        {problem !== null && (
          <p
            role="alert"
            data-testid="device-import-problem"
            className="w-full rounded-control bg-alarm-soft px-3 py-2 text-note break-words text-alarm"
          >
            {problem}
          </p>
        )}
        {isDone ? <Tokens model={model} /> : <Preparation model={model} />}
      </div>
    </PageDialog>
  );
}

function Actions({ model }: { model: Import }) {
  const busy = model.busy.value;
  if (model.tokens.value !== null)
    return (
      <>
        <Button
          icon={<Undo2 {...ICON} />}
          disabled={busy}
          data-testid="device-import-undo"
          onClick={() => void model.undo()}
        >
          {t('adding.import.undo')}
        </Button>
        <Button variant="primary" disabled={busy} data-testid="device-import-done" onClick={model.close}>
          {t('adding.import.finish')}
        </Button>
      </>
    );
  const n = model.good.value.length;
  return (
    <>
      <Button disabled={busy} onClick={model.close}>
        {t('common.cancel')}
      </Button>
      {model.table.value && (
        <Button
          variant="primary"
          busy={busy}
          disabled={n === 0}
          data-testid="device-import-submit"
          onClick={() => void model.start()}
        >
          {t('adding.import.submit', { n })}
        </Button>
      )}
    </>
  );
}

function Preparation({ model }: { model: Import }) {
  const input = useRef<HTMLInputElement>(null);
  const table = model.table.value;
  const job = model.job.value;
  const busy = model.busy.value;
  return (
    <>
      {!table && <p className="text-body text-ink-2">{t('adding.import.hint')}</p>}
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,text/csv"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void model.preview(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<FileUp {...ICON} />}
          busy={busy && !job}
          disabled={busy}
          data-testid="device-import-choose"
          onClick={() => input.current?.click()}
        >
          {t(table ? 'adding.import.other' : 'adding.import.choose')}
        </Button>
        {!table && (
          <Button
            icon={<Download {...ICON} />}
            data-testid="device-import-template"
            onClick={model.saveTemplate}
          >
            {t('adding.import.template')}
          </Button>
        )}
      </div>
      <output className="block text-note text-ink-2 tabular-nums" data-testid="device-import-status">
        {busy && job
          ? t('adding.import.running', { done: job.done, total: job.total })
          : table &&
            t('adding.import.checked', {
              name: table.file.name,
              good: model.good.value.length,
              wrong: table.rows.length - model.good.value.length,
            })}
      </output>
      {table && <Rows model={model} />}
    </>
  );
}

function Rows({ model }: { model: Import }) {
  const rows = listed(model.table.value?.rows ?? []);
  const rest = rows.length - MAX_LISTED;
  return (
    <div className="w-full overflow-hidden rounded-control border border-line">
      <table className="w-full text-note">
        <thead className="border-b border-line text-left text-ink-3">
          <tr>
            {[t('adding.import.row'), deviceText('devices.name'), deviceText('devices.column.product')].map(
              (text) => (
                <th key={text} scope="col" className="px-3 py-2 font-medium">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_LISTED).map(({ row, name, productModelCode, error }) => (
            <tr
              key={row}
              data-testid="device-import-row"
              data-row={row}
              data-field={error?.field ?? ''}
              className="border-b border-line align-top last:border-b-0"
            >
              <td className="px-3 py-2 text-ink-3 tabular-nums">{row}</td>
              <td className="px-3 py-2 break-words">
                {name}
                {error && <p className="text-alarm">{error.msg}</p>}
              </td>
              <td className="px-3 py-2 break-words">{productModelCode}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="px-3 py-2 text-note text-ink-3">{t('adding.import.rest', { n: rest })}</p>}
    </div>
  );
}

function Tokens({ model }: { model: Import }) {
  return (
    <>
      <p className="text-body font-medium" data-testid="device-import-created">
        {t('adding.import.done', { n: model.tokens.value?.length ?? 0 })}
      </p>
      <OnceNote>{t('adding.import.tokens')}</OnceNote>
      <Button
        icon={<Download {...ICON} />}
        disabled={model.busy.value}
        data-testid="device-import-save"
        onClick={model.saveTokens}
      >
        {t('adding.import.save')}
      </Button>
    </>
  );
}
