import { batch, computed, createModel, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import { CircleAlert, FlaskConical } from 'lucide-react';
import {
  ApiError,
  linkageTrials as trialCalls,
  linkages as linkageCalls,
  type Linkage,
  type LinkageTrialResult,
} from '@farm3d/api';
import { Button } from '@farm3d/ui';
import type { Catalogue } from '../catalogue.ts';
import { TrialProgress, TrialTooLarge } from '../../../components/rules/alarm-trial-panel.tsx';
import { runTrialJob } from '../../../components/rules/alarm-trial.ts';
import { Section } from '../../../kit/blocks.tsx';
import type { Editor } from '../editor-model.ts';
import { useModelOf } from '../../../kit/services.tsx';
import { isAborted, problemText } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { dateText } from '../../../platform/time-text.ts';
import { heldPercent, readText, trialDays } from '../run-text.ts';
import { t } from '../zh-CN.ts';

type Tried = Pick<Linkage, 'triggers' | 'condition' | 'once'>;

/** HTTP status of a trial of too many messages. */
const TOO_LARGE = 413;

/** Triggers whose past is known. */
const KNOWN: ReadonlySet<string> = new Set(['telemetry', 'cron', 'alarm']);

/**
 * Tries the linkage of the form on the past.
 * @param draft null while the trigger or the condition is incomplete
 */
const TrialModel = createModel((services: Services, draft: ReadonlySignal<Tried | null>) => {
  const { linkages, linkageTrials } = services.clientOf({
    linkages: linkageCalls,
    linkageTrials: trialCalls,
  });
  const busy = signal(false);
  const problem = signal<string | null>(null);
  /** There are more messages than a call takes: a job tries them. */
  const isTooLarge = signal(false);
  /** Share of a job that is done, 0 … 1; null: none runs. */
  const progress = signal<number | null>(null);
  /** The last result, and what was tried. */
  const last = signal<{ readonly of: string; readonly result: LinkageTrialResult } | null>(null);
  let controller: AbortController | undefined;
  const present = computed(() =>
    draft.value ? JSON.stringify([draft.value.triggers, draft.value.condition, draft.value.once]) : null,
  );
  effect(() => () => controller?.abort());
  // What was wrong may be mended.
  effect(() => {
    if (present.value === null) return;
    problem.value = null;
    isTooLarge.value = false;
  });
  const begin = async (
    work: (tried: Tried, request: AbortController) => Promise<LinkageTrialResult>,
  ): Promise<void> => {
    const [tried, of] = [draft.peek(), present.peek()];
    if (!tried || of === null) return;
    controller?.abort();
    const request = new AbortController();
    controller = request;
    busy.value = true;
    problem.value = null;
    isTooLarge.value = false;
    try {
      last.value = { of, result: await work(tried, request) };
    } catch (error) {
      if (isAborted(error)) return;
      batch(() => {
        last.value = null;
        // That a job cannot try it either is said like any other problem.
        isTooLarge.value =
          progress.peek() === null && error instanceof ApiError && error.status === TOO_LARGE;
        if (!isTooLarge.peek()) problem.value = problemText(error);
      });
    } finally {
      if (controller === request) {
        busy.value = false;
        progress.value = null;
      }
    }
  };
  return {
    busy,
    problem,
    isTooLarge,
    progress,
    isPossible: computed(() => draft.value?.triggers.some(({ type }) => KNOWN.has(type)) ?? false),
    /** Whether it has a trigger without a past, too. */
    isPartial: computed(() => draft.value?.triggers.some(({ type }) => !KNOWN.has(type)) ?? false),
    /** Of the form as it is; null: not tried since it was changed. */
    result: computed(() =>
      last.value !== null && last.value.of === present.value ? last.value.result : null,
    ),
    run: (): Promise<void> =>
      begin(({ triggers, condition, once }, { signal: aborted }) =>
        linkages.tryOut({ triggers, condition, once }, { signal: aborted }),
      ),
    /** In the background, with progress. */
    runAsJob: (): Promise<void> =>
      begin(({ triggers, condition, once }, { signal: aborted }) => {
        progress.value = 0;
        return runTrialJob(linkageTrials, () => linkageTrials.start({ triggers, condition, once }), {
          signal: aborted,
          onProgress: (share) => {
            if (!aborted.aborted) progress.value = share;
          },
        });
      }),
    /** Ends the job; it can be begun again. */
    cancel: (): void => {
      controller?.abort();
      controller = undefined;
      busy.value = false;
      progress.value = null;
      isTooLarge.value = true;
    },
  };
});

/** Runs that are named: the chart shows the others. */
const NAMED = 5;

/** When the linkage of the form would have run in the last 30 days. */
export function TrialPanel({ model }: { model: Editor }) {
  const trial = useModelOf(TrialModel, model.tried);
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
