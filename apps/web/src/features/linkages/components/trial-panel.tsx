import { CircleAlert, FlaskConical } from 'lucide-react';
import { Button } from '@farm3d/ui';
import type { LinkageTrialResult } from '@farm3d/api';
import { TrialProgress, TrialTooLarge } from '../../../components/rules/trial-job-state.tsx';
import { Section } from '../../../components/section.tsx';
import { dateText } from '../../../platform/time-text.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Editor } from '../editor-model.ts';
import { readText } from '../run-text.ts';
import { t } from '../zh-CN.ts';
import { heldPercent, trialDays } from '../trial.ts';

/** Runs that are named: the chart shows the others. */
const NAMED = 5;

/** When the linkage of the form would have run in the last 30 days. */
export function TrialPanel({ model }: { model: Editor }) {
  const { trial } = model;
  const catalogue = model.catalogue.value;
  const isPossible = trial.isPossible.value;
  const problem = trial.problem.value;
  const result = trial.result.value;
  const progress = trial.progress.value;
  return (
    <Section title={t('linkages.trial')} hint={t('linkages.trial.hint')}>
      <div className="flex flex-col items-start gap-3">
        <Button
          size="sm"
          icon={<FlaskConical size={16} />}
          busy={trial.busy.value}
          disabled={!isPossible}
          data-testid="linkage-try"
          onClick={() => void trial.run()}
        >
          {t('linkages.trial.run')}
        </Button>
        {!isPossible && <p className="text-note text-ink-3">{t('linkages.trial.impossible')}</p>}
        {isPossible && trial.isPartial.value && (
          <p className="text-note text-ink-3">{t('linkages.trial.partial')}</p>
        )}
        {problem !== null && (
          <p role="alert" data-testid="trial-problem" className="flex gap-1.5 text-note text-alarm">
            <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
            {problem}
          </p>
        )}
        {trial.isTooLarge.value && <TrialTooLarge onStart={() => void trial.runAsJob()} />}
        {progress !== null && <TrialProgress share={progress} onCancel={trial.cancel} />}
        {result && catalogue && <Result result={result} catalogue={catalogue} />}
      </div>
    </Section>
  );
}

function Result({ result, catalogue }: { result: LinkageTrialResult; catalogue: Catalogue }) {
  const { fired, skipped, messages } = result;
  return (
    <div
      className="flex w-full flex-col gap-3"
      data-testid="trial-result"
      data-fired={fired}
      data-skipped={skipped}
    >
      <div aria-live="polite">
        <p className="text-body font-medium">
          {fired === 0 ? t('linkages.trial.never') : t('linkages.trial.fired', { n: fired })}
        </p>
        {skipped > 0 && <p className="text-note text-ink-2">{t('linkages.trial.skipped', { n: skipped })}</p>}
        {fired + skipped > result.runs.length && (
          <p className="text-note text-ink-2">{t('linkages.trial.last', { n: result.runs.length })}</p>
        )}
        {messages === 0 && result.parts.length > 0 && (
          <p className="text-note text-ink-2">{t('linkages.trial.noMessages')}</p>
        )}
      </div>
      {fired > 0 && <Days result={result} />}
      <Held result={result} catalogue={catalogue} />
      <LastRuns result={result} catalogue={catalogue} />
    </div>
  );
}

/** A bar for each day. */
function Days({ result }: { result: LinkageTrialResult }) {
  const days = trialDays(result);
  const most = Math.max(1, ...days.map(({ fired }) => fired));
  return (
    <div>
      <p className="mb-1 text-note text-ink-2">
        {t('linkages.trial.chart', { n: days.filter(({ fired }) => fired > 0).length })}
      </p>
      <div aria-hidden className="flex h-16 items-end gap-0.5 border-b border-line-strong">
        {days.map(({ from, fired }) => (
          <span
            key={from}
            title={t('linkages.trial.day', { time: dateText(from), n: fired })}
            className="min-w-0 flex-1 rounded-t-sm bg-leaf"
            style={{ height: `${(100 * fired) / most}%` }}
          />
        ))}
      </div>
      <p className="mt-1 flex justify-between text-note text-ink-3 tabular-nums">
        <span>{dateText(result.startTs)}</span>
        <span>{dateText(result.endTs)}</span>
      </p>
    </div>
  );
}

/** How long each part of the condition held: why it ran so often, or never. */
function Held({ result, catalogue }: { result: LinkageTrialResult; catalogue: Catalogue }) {
  return (
    <ul className="flex flex-col gap-1 text-note text-ink-2 empty:hidden">
      {result.parts.map(({ deviceId, key, heldMs }, at) => (
        <li key={at} data-testid="trial-part" className="break-words">
          {t('linkages.trial.held', {
            n: at + 1,
            name: catalogue.valueName(deviceId ?? '', key),
            percent: heldPercent(heldMs, result),
          })}
        </li>
      ))}
    </ul>
  );
}

function LastRuns({ result, catalogue }: { result: LinkageTrialResult; catalogue: Catalogue }) {
  const runs = result.runs.filter(({ reason }) => reason === null).slice(-NAMED);
  return (
    <ol className="flex flex-col gap-2 text-note empty:hidden">
      {runs.toReversed().map(({ at, condition }, index) => (
        <li key={index} data-testid="trial-run" className="break-words">
          <span className="font-medium tabular-nums">{dateText(at)}</span>
          {condition.map((part, of) => (
            <span key={of} className="block text-ink-2">
              {readText(part, catalogue)}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
