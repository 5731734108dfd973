import { FileText, Plus } from 'lucide-react';
import { Button, EmptyState, Skeleton } from '@farm3d/ui';
import type { DataReport } from '@farm3d/api';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { MoreButton } from '../../kit/list.tsx';
import { dateText } from '../../platform/time-text.ts';
import { useFieldFormServices } from './field-services.ts';
import { ReportFormModel } from './forms.ts';
import { ReportsModel, type ReportsScreen } from './model.ts';
import { t } from './zh-CN.ts';
import { WaitingSteps } from './waiting-steps.tsx';

interface ReportsProps {
  /** The device of the report whose form is open at first. */
  deviceId: string | null;
}

/** What people measured or saw, each with the material that proves it. */
export function Reports({ deviceId }: ReportsProps) {
  const model = useModelOf(ReportsModel, deviceId);
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
      <Loaded of={model.reports} skeleton={<Skeleton className="h-40" />} onRetry={model.reload}>
        {() => <List model={model} />}
      </Loaded>
      {model.isReporting.value && <ReportDialog model={model} />}
    </div>
  );
}

function List({ model }: { model: ReportsScreen }) {
  const list = model.reports.value.value;
  if (!list) return null;
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
      <MoreButton pages={model.reports} testId="reports-more" />
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
  const services = useServices();
  return (
    <FormDialog
      id="report"
      title={t('orders.report.new')}
      submitLabel={t('orders.report.send')}
      model={() => new ReportFormModel(services, model)}
      services={useFieldFormServices()}
      onClose={() => model.report(false)}
    />
  );
}
