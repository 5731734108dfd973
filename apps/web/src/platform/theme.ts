import { computed, effect, signal } from '@preact/signals-react';
import { readPreference, writePreference } from './preferences.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const stored = readPreference('theme');
const dark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(dark.matches);
dark.addEventListener('change', (event) => {
  systemIsDark.value = event.matches;
});

export const themeChoice = signal<ThemeChoice>(stored === 'light' || stored === 'dark' ? stored : 'system');

export function setTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  writePreference('theme', choice === 'system' ? null : choice);
}

// A choice in another window of this browser applies here too.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'farm3d.theme') return;
  themeChoice.value = newValue === 'light' || newValue === 'dark' ? newValue : 'system';
});

export const isDark = computed(
  () => themeChoice.value === 'dark' || (themeChoice.value === 'system' && systemIsDark.value),
);

effect(() => {
  document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
});
