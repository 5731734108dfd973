import { platformNow } from '../../platform/clock.ts';
import { perform, type ActionResult, type Services } from './actions.ts';
import type { LinkageRow, LinkageRuns } from './runs.ts';
import type { ResumedRun, WaitingRuns } from './waiting-runs.ts';

/** A run whose actions are executed. */
interface Run {
  readonly id: string;
  readonly userId: string | null;
  /** How many linkages ran one another before it. */
  readonly depth: number;
}

/** What became of a run. */
type Outcome = 'failed' | 'successful' | 'waiting' | 'cancelled';

/**
 * Executes the actions of runs. A run that comes to a wait is stored and taken up again when its time has come, after a
 * restart too; it goes on with the linkage that it began with, or not at all.
 */
export class LinkagePerformer {
  readonly #runs: Pick<LinkageRuns, 'endRun'>;
  readonly #waiting: Pick<WaitingRuns, 'pause' | 'take' | 'cancel'>;
  readonly #services: Services;

  constructor(
    runs: Pick<LinkageRuns, 'endRun'>,
    waiting: Pick<WaitingRuns, 'pause' | 'take' | 'cancel'>,
    services: Services,
  ) {
    this.#runs = runs;
    this.#waiting = waiting;
    this.#services = services;
  }

  /** Executes the actions of a run that began, to its end or its first wait. */
  perform(linkage: LinkageRow, run: Run): Promise<Outcome> {
    return this.#performFrom(0, [], linkage, run);
  }

  /** Takes the runs whose wait was over at `now`, epoch ms; each result executes the next actions of one. */
  async resume(now: number): Promise<(() => Promise<unknown>)[]> {
    const runs = await this.#waiting.take(now);
    return runs.map((run) => () => this.#goOn(run));
  }

  /** Ends the waits of linkages that were changed or switched off. */
  cancel(): Promise<void> {
    return this.#waiting.cancel();
  }

  #goOn({ results, next, linkage, ...run }: ResumedRun): Promise<unknown> {
    const waited = linkage.definition.actions[next - 1];
    const tookMs = waited?.type === 'wait' ? waited.ms : 0;
    const wait: ActionResult = {
      type: 'wait',
      state: 'successful',
      detail: '',
      at: platformNow() - tookMs,
      tookMs,
    };
    return this.#performFrom(next, [...results, wait], linkage, run);
  }

  async #performFrom(
    first: number,
    before: readonly ActionResult[],
    { organisationId, definition, version }: LinkageRow,
    { id, userId, depth }: Run,
  ): Promise<Outcome> {
    const context = { organisationId, runId: id, userId, depth };
    const { results, wait } = await perform(definition.actions, first, context, this.#services);
    const all = [...before, ...results];
    if (!wait) return this.#runs.endRun(id, all);
    const resumeAt = platformNow() + wait.ms;
    return this.#waiting.pause(id, { results: all, next: wait.next, resumeAt, version });
  }
}
