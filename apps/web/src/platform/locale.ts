import { effect, signal } from '@preact/signals-react';
import { zhCN, type MessageKey } from '../messages/zh-CN.ts';
import { en } from '../messages/en.ts';
import { glossary } from '../messages/glossary.en.ts';
import { readPreference, writePreference } from './preferences.ts';

export type { MessageKey };
export type Locale = 'zh-CN' | 'en';

/** Language of the screens. Chinese until the user's own switch says otherwise (readings 29). */
export const locale = signal<Locale>(readPreference('locale') === 'en' ? 'en' : 'zh-CN');

const messages = { 'zh-CN': zhCN, en };

/** A text in the present language, its `{name}` places filled. Reading it in a component subscribes to the language. */
export function t(key: MessageKey, values?: Readonly<Record<string, string | number>>): string {
  const text: string = messages[locale.value][key];
  return values
    ? text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
    : text;
}

/** The name of an attribute or product that the platform stores in Chinese. */
export function term(code: string, name: string): string {
  return (locale.value === 'en' ? glossary[code] : undefined) ?? name;
}

export function setLocale(next: Locale): void {
  locale.value = next;
  writePreference('locale', next);
}

/** Tells the browser and screen readers which language the page is in, from now on. */
export function followLocale(root: HTMLElement): void {
  effect(() => {
    root.lang = locale.value;
  });
}
