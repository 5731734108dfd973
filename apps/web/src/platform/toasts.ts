import { signal } from '@preact/signals-react';
import type { ToastItem, ToastTone } from '@farm3d/ui';

/** How long a message stays, milliseconds; an error stays until it is dismissed. */
const STAY_MS: Record<ToastTone, number | null> = { success: 4000, info: 5000, error: null };
/** More than this many at once push out the oldest. */
const MOST = 3;

export const toasts = signal<readonly ToastItem[]>([]);
let nextId = 1;

export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((item) => item.id !== id);
}

export function showToast(tone: ToastTone, text: string): void {
  const id = nextId++;
  const others = toasts.value.filter((item) => item.text !== text);
  toasts.value = [{ id, tone, text }, ...others].slice(0, MOST);
  const stay = STAY_MS[tone];
  if (stay !== null) setTimeout(() => dismissToast(id), stay);
}
