import { effect, signal } from '@preact/signals-react';
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

effect(() => {
  const choice = themeChoice.value;
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark.value);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
});
