import { useModel } from '@preact/signals-react';
import { FileText, Plus } from 'lucide-react';
import { Button, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import type { DataReport } from '@farm3d/api';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { dateText } from '../../../platform/time-text.ts';
import { fieldFormServices } from '../order-form-services.ts';
import { ReportFormModel, ReportsModel, type ReportsScreen } from '../reports-model.ts';
import { t } from '../zh-CN.ts';
import { WaitingSteps } from './waiting-steps.tsx';

interface ReportsProps {
  /** The device of the report whose form is open at first. */
  deviceId: string | null;
}

/** What people measured or saw, each with the material that proves it. */
export function Reports({ deviceId }: ReportsProps) {
  const model = useModel(() => new ReportsModel(deviceId));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">
        <Button
          size="sm"
          icon={<Plus size={16} />}
          data-testid="report-new"
          onClick={() => model.report(true)}
        >
          {t('orders.report.new')}
        </Button>
      </div>
      <WaitingSteps orderId={null} />
      <List model={model} />
      {model.isReporting.value && <ReportDialog model={model} />}
    </div>
  );
}

function List({ model }: { model: ReportsScreen }) {
  const list = model.reports.value.value;
  const error = model.reports.error.value;
  if (!list)
    return error === null ? (
      <Skeleton className="h-40" />
    ) : (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.reload}>{t('common.retry')}</Button>}
      />
    );
  if (list.total === 0)
    return (
      <EmptyState
        testId="reports-none"
        title={t('orders.reports.none')}
        hint={t('orders.reports.none.hint')}
      />
    );
  return (
    <>
      <ul
        data-testid="reports"
        data-total={list.total}
        className="divide-y divide-line rounded-panel border border-line bg-raised"
      >
        {list.items.map((report) => (
          <Row key={report.id} report={report} device={model.nameOf(report.deviceId)} />
        ))}
      </ul>
      {list.items.length < list.total && (
        <Button size="sm" variant="quiet" className="self-center" onClick={model.more}>
          {t('orders.more', { n: list.total - list.items.length })}
        </Button>
      )}
    </>
  );
}

function Row({ report, device }: { report: DataReport; device: string }) {
  const { subject, value, unit, content, observedAt, author, materials } = report;
  return (
    <li data-testid="report" className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-body">
        <span className="font-medium">{subject}</span>
        {value !== null && (
          <span className="tabular-nums">
            {value} {unit}
          </span>
        )}
        <span className="text-note text-ink-3 tabular-nums">
          {[device, author, dateText(observedAt)].filter((part) => part !== '').join(' · ')}
        </span>
      </p>
      {content !== '' && <p className="text-body break-words whitespace-pre-wrap text-ink-2">{content}</p>}
      <ul className="flex flex-wrap gap-x-4">
        {materials.map(({ path, name }) => (
          <li key={path.split('?', 1)[0]}>
            <a
              href={path}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 text-note break-all text-water hover:underline"
            >
              <FileText aria-hidden size={16} className="shrink-0" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}

function ReportDialog({ model }: { model: ReportsScreen }) {
  const { form, send } = useModel(() => new ReportFormModel(model));
  return (
    <FormFrame
      id="report"
      title={t('orders.report.new')}
      submitLabel={t('orders.report.send')}
      form={form}
      send={send}
      services={fieldFormServices()}
      onClose={() => model.report(false)}
    />
  );
}
