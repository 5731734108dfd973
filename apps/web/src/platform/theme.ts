import { computed, effect, signal } from '@preact/signals-react';
import { readPreference, writePreference } from './storage.ts';
import { media } from './viewport.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const stored = readPreference('theme');
const systemIsDark = media('(prefers-color-scheme: dark)');

export const themeChoice = signal<ThemeChoice>(stored === 'light' || stored === 'dark' ? stored : 'system');

export function setTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  writePreference('theme', choice === 'system' ? null : choice);
}

export const isDark = computed(
  () => themeChoice.value === 'dark' || (themeChoice.value === 'system' && systemIsDark.value),
);

/** Keeps the theme of the page; a choice in another window of this browser applies here too. */
export function followTheme(root: HTMLElement): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'farm3d.theme') return;
    themeChoice.value = newValue === 'light' || newValue === 'dark' ? newValue : 'system';
  });
  effect(() => {
    root.dataset['theme'] = isDark.value ? 'dark' : 'light';
  });
}
