import { effect, signal } from '@preact/signals-react';
import { zhCN } from './zh-CN.ts';
import { readPreference, writePreference } from './storage.ts';

/** Name of a text that every screen has; features add their own ({@link addTexts}). */
export type MessageKey = keyof typeof zhCN;
export type Locale = 'zh-CN' | 'en';
type Texts = Readonly<Record<string, string>>;
type LoadTexts = () => Promise<{ readonly en: Texts }>;
type Values = Readonly<Record<string, string | number>>;

const chosen: Locale = readPreference('locale') === 'en' ? 'en' : 'zh-CN';

/** Language of the screens. Default Chinese, until the user switches (readings 29). */
export const locale = signal<Locale>(chosen);

const messages: Record<Locale, Record<string, string>> = { 'zh-CN': { ...zhCN }, en: {} };
/** Names of attributes and products in English. */
let glossary: Texts = {};
/** Incremented when texts were loaded. */
const loadedVersion = signal(0);
/** Loaders of the English texts: fetched only when the language is English. */
const english = new Map<LoadTexts, Promise<void> | null>([[() => import('./en.ts'), null]]);

async function loadEnglish(): Promise<void> {
  const parts = [...english].map(([load, started]) => {
    const loading = started ?? load().then(({ en }) => void Object.assign(messages.en, en));
    english.set(load, loading);
    // Fetched again after a failure.
    loading.catch(() => english.set(load, null));
    return loading;
  });
  const words = import('./glossary.en.ts').then((module) => {
    glossary = module.glossary;
  });
  await Promise.all([...parts, words]);
}

/** Loads the texts of the stored language before the first render. If that fails, texts are in Chinese. */
export async function prepareLocale(): Promise<void> {
  if (chosen !== 'en') return;
  await loadEnglish().catch(() => {
    locale.value = 'zh-CN';
  });
}

/**
 * Registers the texts of a feature when its code is loaded; both languages name the same ones.
 * @returns `t` for its own texts and those of every screen
 */
export function addTexts<Chinese extends Texts, English extends Readonly<Record<keyof Chinese, string>>>(
  texts: Chinese,
  load: () => Promise<{ readonly en: English & Record<Exclude<keyof English, keyof Chinese>, never> }>,
): (key: (keyof Chinese & string) | MessageKey, values?: Values) => string {
  Object.assign(messages['zh-CN'], texts);
  english.set(load, null);
  if (locale.peek() === 'en') void loadTexts();
  return textOf;
}

/** Loads the texts of all loaded code in the present language. Until then they are Chinese. */
async function loadTexts(): Promise<void> {
  if (locale.peek() !== 'en') return;
  await loadEnglish().catch(() => {});
  loadedVersion.value += 1;
}

/** Resolves code that has texts of its own when they are loaded. */
export async function withTexts<Loaded>(code: Promise<Loaded>): Promise<Loaded> {
  const loaded = await code;
  await loadTexts();
  return loaded;
}

function textOf(key: string, values?: Values): string {
  const now = messages[locale.value];
  // Subscribes to the loading of texts: a missing one is rendered again.
  const text = now[key] ?? (loadedVersion.value >= 0 ? messages['zh-CN'][key] : undefined) ?? key;
  return values
    ? text.replaceAll(
        /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
        (placeholder, name: string, singular?: string, plural?: string) =>
          singular === undefined
            ? String(values[name] ?? placeholder)
            : String(String(values[name]) === '1' ? singular : plural),
      )
    : text;
}

/**
 * A text in the present language with its `{name}` placeholders filled, and with the form of
 * `{name|one|many}` for the number. Reading it in a component subscribes to the language.
 */
export const t: (key: MessageKey, values?: Values) => string = textOf;

/** A text in every language that is loaded. */
export const texts = (key: MessageKey): string[] =>
  Object.values(messages).flatMap((known) => known[key] ?? []);

/** A list in the present language: 'a, b'. */
export const listText = (parts: readonly string[]): string => parts.join(locale.value === 'en' ? ', ' : '、');

/** The name of an attribute or product that the platform stores in Chinese. */
export function term(code: string, name: string): string {
  return (locale.value === 'en' ? glossary[code] : undefined) ?? name;
}

/** @throws the error of loading the texts; the language then stays */
export async function setLocale(next: Locale): Promise<void> {
  if (next === 'en') await loadEnglish();
  locale.value = next;
  writePreference('locale', next);
}

/** Keeps the `lang` attribute of the page for browsers and screen readers. */
export function followLocale(root: HTMLElement): void {
  effect(() => {
    root.lang = locale.value;
  });
  // A choice in another window of this browser applies here too.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'farm3d.locale') void setLocale(newValue === 'en' ? 'en' : 'zh-CN').catch(() => {});
  });
}
