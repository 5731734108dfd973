import { signal } from '@preact/signals-react';
import type { ToastAction, ToastItem, ToastTone } from '@farm3d/ui';

/** Duration of a toast, milliseconds; null: until it is dismissed. */
const DURATION_MS: Record<ToastTone, number | null> = {
  success: 4000,
  info: 5000,
  warning: 8000,
  error: null,
};
/** Toasts at once; more remove the oldest. */
const MAX_TOASTS = 3;

export const toasts = signal<readonly ToastItem[]>([]);
let nextId = 1;

export function dismissToast(id: number): void {
  topics.delete(id);
  toasts.value = toasts.peek().filter((item) => item.id !== id);
}

/** Dismisses the toasts whose text matches. */
export function dismissToasts(matches: (text: string) => boolean): void {
  for (const { id, text } of toasts.peek()) if (matches(text)) dismissToast(id);
}

/** Topic by toast id. A toast replaces an earlier one of its topic: a success replaces the failure. */
const topics = new Map<number, string>();

export function showToast(tone: ToastTone, text: string, topic: string = text, action?: ToastAction): void {
  const id = nextId++;
  const otherToasts = toasts.peek().filter((item) => topics.get(item.id) !== topic);
  topics.set(id, topic);
  const own = action && {
    ...action,
    run: () => {
      dismissToast(id);
      action.run();
    },
  };
  toasts.value = [{ id, tone, text, ...(own && { action: own }) }, ...otherToasts].slice(0, MAX_TOASTS);
  const duration = DURATION_MS[tone];
  if (duration !== null) setTimeout(() => dismissToast(id), duration);
}
