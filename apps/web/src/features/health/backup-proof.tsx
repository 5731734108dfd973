import { ShieldCheck } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { locale } from '../../platform/locale.ts';
import { dateText } from '../../platform/time-text.ts';
import type { Health } from './model.ts';
import { t } from './zh-CN.ts';

/** Proves the last backup on request, and says what came of the last proof. */
export function BackupProof({ model }: { model: Health }) {
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
  const text = t(`health.proof.${proof.state}`, { rows });
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
        {t('health.proof.cancel')}
      </Button>
    </div>
  );
}
