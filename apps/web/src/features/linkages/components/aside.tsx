import {
  ChevronRight,
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import { Link } from 'wouter';
import type { LinkageRun } from '@farm3d/api';
import { IconButton, Skeleton, classes } from '@farm3d/ui';
import type { Catalogue } from '../catalogue.ts';
import { Section } from '../../../kit/blocks.tsx';
import { MoreButton } from '../../../kit/list.tsx';
import type { Editor } from '../editor-model.ts';
import { linkagePath } from '../../../platform/paths.ts';
import { problemText } from '../../../platform/problem.ts';
import { clockText, dateText } from '../../../platform/time-text.ts';
import { readText, reasonText, resultText, tookText } from '../run-text.ts';
import { conflictText } from '../sentence.ts';
import { t } from '../zh-CN.ts';
import { RunBadge } from './states.tsx';

/** The linkage of the form as a sentence, and the other linkages with which it is in conflict. */
export function Summary({ model }: { model: Editor }) {
  const catalogue = model.catalogue.value;
  return (
    <Section title={t('linkages.summary')}>
      <p aria-live="polite" data-testid="linkage-preview" className="text-body break-words">
        {model.sentence.value}
      </p>
      {catalogue && (
        <ul className="mt-3 flex flex-col gap-2 empty:mt-0">
          {model.conflicts.value.map((conflict) => (
            <li
              key={`${conflict.otherId} ${conflict.deviceId} ${conflict.method} ${conflict.otherMethod}`}
              data-testid="linkage-conflict"
              className="flex items-start gap-2 rounded-control bg-amber-soft px-3 py-2 text-note text-amber"
            >
              <TriangleAlert aria-hidden size={16} className="mt-px shrink-0" />
              <span className="min-w-0 flex-1 break-words">{conflictText(conflict, catalogue)}</span>
              <Link href={linkagePath(conflict.otherId)} className="shrink-0 font-medium underline">
                {t('linkages.conflict.open')}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const STEP = { size: 16, className: 'mt-px shrink-0' } as const;

/** The runs of the linkage: when, by what, and why or why not. */
export function RunLogList({ model }: { model: Editor }) {
  const { log } = model;
  const catalogue = model.catalogue.value;
  const error = log.error.value;
  const runs = log.runs.value;
  return (
    <Section
      title={t('linkages.log')}
      action={
        <IconButton
          size="sm"
          label={t('linkages.log.refresh')}
          data-testid="run-refresh"
          icon={<RefreshCw size={16} className={log.loading.value ? 'animate-spin' : ''} />}
          onClick={() => void log.load()}
        />
      }
    >
      {error !== null && (
        <p role="alert" className="mb-2 text-note text-alarm">
          {problemText(error)}
        </p>
      )}
      {!log.hasLoaded.value && error === null && <Skeleton className="h-24" />}
      {log.hasLoaded.value && runs.length === 0 && (
        <p className="text-note text-ink-3" data-testid="run-none">
          {t('linkages.log.none')}
        </p>
      )}
      <ol className="flex flex-col">
        {catalogue &&
          runs.map((run) => (
            <Run
              key={run.id}
              run={run}
              catalogue={catalogue}
              isOpened={log.opened.value === run.id}
              onToggle={() => log.toggle(run.id)}
            />
          ))}
      </ol>
      <MoreButton pages={log} testId="run-more" />
    </Section>
  );
}

interface RunProps {
  run: LinkageRun;
  catalogue: Catalogue;
  isOpened: boolean;
  onToggle: () => void;
}

function Run({ run, catalogue, isOpened, onToggle }: RunProps) {
  const { state, trigger, startedAt } = run;
  return (
    <li
      data-testid="linkage-run"
      data-state={state}
      data-trigger={trigger}
      className="border-b border-line last:border-0"
    >
      <button
        type="button"
        aria-expanded={isOpened}
        data-testid="run-toggle"
        onClick={onToggle}
        className="flex min-h-11 w-full flex-wrap items-center gap-2 rounded-control py-1 text-left text-note hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          size={16}
          className={classes(
            'shrink-0 text-ink-3 transition-transform duration-150',
            isOpened && 'rotate-90',
          )}
        />
        <span className="tabular-nums" title={clockText(startedAt)}>
          {dateText(startedAt)}
        </span>
        <span className="text-ink-3">{t(`linkages.by.${trigger}`)}</span>
        <span className="ml-auto">
          <RunBadge state={state} />
        </span>
      </button>
      <p className="pb-2 pl-6 text-note text-ink-2" data-testid="run-reason">
        {reasonText(run)}
      </p>
      {isOpened && <Steps run={run} catalogue={catalogue} />}
    </li>
  );
}

/** What each part of the condition saw, and what became of each action. */
function Steps({ run, catalogue }: { run: LinkageRun; catalogue: Catalogue }) {
  return (
    <ul className="flex flex-col gap-1 pb-3 pl-6 text-note" data-testid="run-steps">
      {run.condition.map((part, at) => (
        <li
          key={`condition ${at}`}
          data-testid="run-condition"
          data-holds={String(part.holds)}
          className="flex gap-1.5"
        >
          {part.holds === true ? (
            <CircleCheck aria-hidden {...STEP} />
          ) : part.holds === false ? (
            <CircleSlash aria-hidden {...STEP} />
          ) : (
            <CircleQuestionMark aria-hidden {...STEP} />
          )}
          <span className="min-w-0 break-words">{readText(part, catalogue)}</span>
        </li>
      ))}
      {run.actions.map((action, at) => {
        const took = tookText(action);
        return (
          <li
            key={`action ${at}`}
            data-testid="run-action"
            data-state={action.state}
            className={classes('flex gap-1.5', action.state === 'failed' && 'text-alarm')}
          >
            {action.state === 'failed' ? (
              <CircleX aria-hidden {...STEP} />
            ) : (
              <CircleCheck aria-hidden {...STEP} />
            )}
            <span className="min-w-0 break-words">
              {t('linkages.action.numbered', { n: at + 1, action: t(`linkages.action.${action.type}`) })}
              {t('linkages.colon')}
              {resultText(action)}
              {took !== null && <span className="text-ink-3"> {took}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
