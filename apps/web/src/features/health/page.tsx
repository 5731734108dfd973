import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, CircleHelp, CircleX, Clock, RefreshCw, ShieldCheck } from 'lucide-react';
import { Badge, Button, EmptyState, Skeleton } from '@farm3d/ui';
import { durationText } from '../../components/rules/condition-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Failure } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { locale } from '../../platform/locale.ts';
import { dateText } from '../../platform/time-text.ts';
import { HealthModel, type Health } from './model.ts';
import type { HealthPart, PartState } from './parts.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;
const STATES = {
  ok: { tone: 'leaf', icon: <CircleCheck {...ICON} /> },
  warning: { tone: 'amber', icon: <CircleAlert {...ICON} /> },
  failed: { tone: 'alarm', icon: <CircleX {...ICON} /> },
  unknown: { tone: 'neutral', icon: <CircleHelp {...ICON} /> },
} as const satisfies Record<PartState, object>;

/** `/iotManagement/health`: how the installation is, for its operators. */
export default function HealthPage() {
  const model = useModelOf(HealthModel);
  const worst = model.worst.value;
  const mayOperate = model.mayOperate.value;
  return (
    <Page
      title={t('health.title')}
      hint={t('health.subtitle')}
      summary={worst === null ? undefined : t(`health.${worst}`)}
      actions={
        mayOperate && (
          <Button
            icon={<RefreshCw size={18} />}
            // A proof asks every second.
            busy={model.health.loading.value && model.health.hasLoaded.value && !model.isProving.value}
            data-testid="health-refresh"
            onClick={model.refresh}
          >
            {t('health.refresh')}
          </Button>
        )
      }
    >
      {mayOperate ? (
        <Parts model={model} />
      ) : (
        <EmptyState
          testId="health-forbidden"
          title={t('health.forbidden.title')}
          hint={t('health.forbidden.hint')}
        />
      )}
    </Page>
  );
}

const GRID = 'grid grid-cols-1 items-stretch gap-4 sm:grid-cols-2 xl:grid-cols-3';

function Parts({ model }: { model: Health }) {
  const error = model.health.error.value;
  const parts = model.parts.value;
  // Also after it was known: what is shown would be of an earlier time.
  if (error !== null) return <Failure error={error} onRetry={model.refresh} testId="health-retry" />;
  if (!parts)
    return (
      <div aria-busy="true" className={GRID}>
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-40" />
        ))}
      </div>
    );
  return (
    <div data-testid="health" data-state={model.worst.value} className={GRID}>
      {parts.map((part) => (
        <Part key={part.id} part={part}>
          {part.id === 'backup' && <BackupProof model={model} />}
          {part.id === 'clock' && <ClockConfirmation model={model} />}
        </Part>
      ))}
    </div>
  );
}

function Part({ part, children }: { part: HealthPart; children: ReactNode }) {
  const { id, title, state, note, facts } = part;
  const { tone, icon } = STATES[state];
  return (
    <section
      data-testid="health-part"
      data-part={id}
      data-state={state}
      className="flex flex-col gap-3 rounded-panel border border-line bg-raised p-4"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-body font-semibold">{title}</h2>
        <Badge tone={tone} icon={icon}>
          {t(`health.state.${state}`)}
        </Badge>
      </div>
      {note !== null && <p className="text-note break-words text-ink-2">{note}</p>}
      {facts.length > 0 && (
        <dl className="flex flex-col">
          {facts.map(([name, value]) => (
            <div
              key={name}
              className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 text-note last:border-0"
            >
              <dt className="shrink-0 text-ink-2">{name}</dt>
              <dd className="min-w-0 text-right break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}

/** Lets the operator say that the machine's clock is right after its step. */
function ClockConfirmation({ model }: { model: Health }) {
  const step = model.health.value.value?.clock;
  return (
    <>
      {step && (
        <Button
          size="sm"
          className="mt-auto self-start"
          icon={<Clock size={16} />}
          busy={model.busy.value}
          data-testid="clock-confirm"
          onClick={() => model.confirming.ask(step)}
        >
          {t('health.clock.confirm')}
        </Button>
      )}
      <Confirm
        question={model.confirming}
        message={({ sizeMs }) =>
          t(sizeMs > 0 ? 'health.clock.confirm.ahead' : 'health.clock.confirm.behind', {
            time: durationText(Math.abs(sizeMs)),
          })
        }
        confirmLabel={t('health.clock.confirm')}
      />
    </>
  );
}

/** Proves the last backup on request, and says what came of the last proof. */
function BackupProof({ model }: { model: Health }) {
  const { backup, proof } = model.health.value.value ?? {};
  if (proof?.state === 'running') return <ProofProgress model={model} />;
  if (!backup) return null;
  return (
    <div className="mt-auto flex flex-col items-start gap-2">
      <p data-testid="proof" data-state={proof?.state ?? 'none'} className="text-note text-ink-2">
        {backup.path === null ? t('health.proof.place') : proofText(model)}
      </p>
      {backup.path !== null && (
        <Button
          size="sm"
          icon={<ShieldCheck size={16} />}
          busy={model.busy.value}
          data-testid="proof-start"
          onClick={() => void model.prove()}
        >
          {t('health.proof.start')}
        </Button>
      )}
    </div>
  );
}

function proofText({ health }: Health): string {
  const { backup, proof } = health.value.value ?? {};
  if (!proof || proof.state === 'running') return t('health.proof.none');
  const rows = proof.totalRows.toLocaleString(locale.value);
  const text = t(`health.proof.${proof.state}`, { rows, upload: proof.upload ?? '' });
  return proof.backupAt === backup?.finishedAt
    ? text
    : t('health.proof.earlier', { date: dateText(proof.backupAt), text });
}

function ProofProgress({ model }: { model: Health }) {
  const { rows = 0, totalRows = 0 } = model.health.value.value?.proof ?? {};
  const text = t('health.proof.running', {
    rows: rows.toLocaleString(locale.value),
    total: totalRows.toLocaleString(locale.value),
  });
  return (
    <div data-testid="proof" data-state="running" className="mt-auto flex flex-col items-start gap-2">
      <p className="text-note text-ink-2 tabular-nums">{text}</p>
      <progress
        aria-label={text}
        value={Math.min(rows, totalRows)}
        max={Math.max(1, totalRows)}
        className="h-2 w-full accent-leaf"
      />
      <Button
        size="sm"
        busy={model.busy.value}
        data-testid="proof-cancel"
        onClick={() => void model.cancelProof()}
      >
        {t('common.cancel')}
      </Button>
    </div>
  );
}
