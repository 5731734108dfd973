import { createModel, signal } from '@preact/signals-react';
import { feedback as feedbackCalls, type Feedback } from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { createPages } from '../../kit/list-model.ts';
import { whenResumed } from '../../platform/live-store.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Feedback of everybody at first, and with each "more". */
const PAGE_FEEDBACK = 50;

/** What a confirmation would delete. */
type Removal = 'chosen' | 'all';

/** The user's feedback with its answers; everybody's for administrators, who answer it. */
export const FeedbackModel = createModel(({ clientOf, live, session }: Services) => {
  const calls = clientOf({ feedback: feedbackCalls }).feedback;
  /** Whether everybody's feedback is shown, not the user's own. */
  const ofEverybody = signal(false);
  const chosen = signal<ReadonlySet<string>>(new Set());
  const writing = createOpening<true>();
  const answering = createOpening<Feedback>();
  const feedback = createPages<Feedback>(PAGE_FEEDBACK, (page, abort) =>
    ofEverybody.peek() ? calls.ofEverybody(page, { signal: abort }) : calls.list({ signal: abort }),
  );
  const refresh = (): void => void feedback.load();
  whenResumed(live, refresh);
  refresh();
  const { attempt } = createAttempts(refresh);
  return {
    ofEverybody,
    feedback,
    chosen,
    writing,
    answering,
    mayAnswer: session.isAdministrator,
    refresh,
    show: (everybody: boolean): void => {
      if (everybody === ofEverybody.peek()) return;
      ofEverybody.value = everybody;
      feedback.restart();
      chosen.value = new Set();
      feedback.set({ items: [], total: 0 });
      refresh();
    },
    toggle: (id: string): void => {
      const next = new Set(chosen.peek());
      if (!next.delete(id)) next.add(id);
      chosen.value = next;
    },
    sent: (): void => {
      writing.close();
      showToast('success', t('help.feedback.sent'));
      refresh();
    },
    answered: (): void => {
      answering.close();
      showToast('success', t('help.feedback.answer.sent'));
      refresh();
    },
    removal: createQuestion((what: Removal) =>
      attempt(async () => {
        if (what === 'all') await calls.removeAll();
        else await calls.remove([...chosen.peek()]);
        chosen.value = new Set();
        return t('help.feedback.removed');
      }),
    ),
  };
});

export type FeedbackScreen = InstanceType<typeof FeedbackModel>;
