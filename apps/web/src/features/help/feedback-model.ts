import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { Feedback } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { live } from '../../platform/services.ts';
import { isAdministrator } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { helpApi } from './help-api.ts';
import { t } from './zh-CN.ts';

/** Feedback of everybody at first, and with each "more". */
const PAGE_FEEDBACK = 50;

interface FeedbackList {
  readonly items: readonly Feedback[];
  readonly total: number;
}

/** What a confirmation would delete. */
type Removal = 'chosen' | 'all';

/** The user's feedback with its answers; everybody's for administrators, who answer it. */
export const FeedbackModel = createModel(() => {
  /** Whether everybody's feedback is shown, not the user's own. */
  const ofEverybody = signal(false);
  const pages = signal(1);
  const chosen = signal<ReadonlySet<string>>(new Set());
  const isWriting = signal(false);
  const answering = signal<Feedback | null>(null);
  const removal = signal<Removal | null>(null);
  const busy = signal(false);
  const feedback = loadable<FeedbackList>(async (abort) => {
    const options = { signal: abort };
    if (!ofEverybody.peek()) return helpApi.feedback.list(options);
    const items: Feedback[] = [];
    for (let page = 1; ; page += 1) {
      const found = await helpApi.feedback.ofEverybody({ page, pageSize: PAGE_FEEDBACK }, options);
      items.push(...found.items);
      if (page >= pages.peek() || items.length >= found.total) return { items, total: found.total };
    }
  });
  const refresh = (): void => void feedback.load();
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();
  return {
    ofEverybody,
    feedback,
    chosen,
    isWriting,
    answering,
    removal,
    busy,
    mayAnswer: isAdministrator,
    refresh,
    /** Entries that are not shown yet. */
    left: computed(() => {
      const shown = feedback.value.value;
      return shown === null ? 0 : shown.total - shown.items.length;
    }),
    show: (everybody: boolean): void => {
      if (everybody === ofEverybody.peek()) return;
      ofEverybody.value = everybody;
      pages.value = 1;
      chosen.value = new Set();
      feedback.set({ items: [], total: 0 });
      refresh();
    },
    more: (): void => {
      pages.value += 1;
      refresh();
    },
    toggle: (id: string): void => {
      const next = new Set(chosen.peek());
      if (!next.delete(id)) next.add(id);
      chosen.value = next;
    },
    write: (isOpen: boolean): void => {
      isWriting.value = isOpen;
    },
    sent: (): void => {
      isWriting.value = false;
      showToast('success', t('help.feedback.sent'));
      refresh();
    },
    openAnswer: (entry: Feedback | null): void => {
      answering.value = entry;
    },
    answered: (): void => {
      answering.value = null;
      showToast('success', t('help.feedback.answer.sent'));
      refresh();
    },
    ask: (what: Removal | null): void => {
      removal.value = what;
    },
    remove: async (): Promise<void> => {
      const what = removal.peek();
      if (what === null) return;
      busy.value = true;
      try {
        if (what === 'all') await helpApi.feedback.removeAll();
        else await helpApi.feedback.remove([...chosen.peek()]);
        chosen.value = new Set();
        showToast('success', t('help.feedback.removed'));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        removal.value = null;
        refresh();
      }
    },
  };
});

export type FeedbackScreen = InstanceType<typeof FeedbackModel>;
