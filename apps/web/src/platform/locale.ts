import { effect, signal } from '@preact/signals-react';
import { zhCN } from '../messages/zh-CN.ts';
import { readPreference, writePreference } from './preferences.ts';

/** Name of a text that every screen has; features add their own ({@link addTexts}). */
export type MessageKey = keyof typeof zhCN;
export type Locale = 'zh-CN' | 'en';
type Texts = Readonly<Record<string, string>>;
type LoadTexts = () => Promise<Texts>;
type Values = Readonly<Record<string, string | number>>;

const chosen: Locale = readPreference('locale') === 'en' ? 'en' : 'zh-CN';

/** Language of the screens. Chinese until the user's own switch says otherwise (readings 29). */
export const locale = signal<Locale>(chosen);

const messages: Record<Locale, Record<string, string>> = { 'zh-CN': { ...zhCN }, en: {} };
/** Names of attributes and products in English. */
let glossary: Texts = {};
/** Grows when texts arrived. */
const loadedVersion = signal(0);
/** Where the English of what is loaded comes from: only who reads English fetches it. */
const english = new Map<LoadTexts, Promise<void> | null>([
  [async () => (await import('../messages/en.ts')).en, null],
]);

async function loadEnglish(): Promise<void> {
  const parts = [...english].map(([load, known]) => {
    const loading = known ?? load().then((texts) => void Object.assign(messages.en, texts));
    english.set(load, loading);
    // What did not arrive is asked for again.
    loading.catch(() => english.set(load, null));
    return loading;
  });
  const words = import('../messages/glossary.en.ts').then((module) => {
    glossary = module.glossary;
  });
  await Promise.all([...parts, words]);
}

/** Before anything is drawn: the texts of the language that was chosen last. Without them the screens are Chinese. */
export async function prepareLocale(): Promise<void> {
  if (chosen !== 'en') return;
  await loadEnglish().catch(() => {
    locale.value = 'zh-CN';
  });
}

/**
 * Makes the texts of a feature known, where it is loaded.
 * @returns `t` for its own texts and those of every screen
 */
export function addTexts<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  load: LoadTexts,
): (key: Key | MessageKey, values?: Values) => string {
  Object.assign(messages['zh-CN'], texts);
  english.set(load, null);
  if (locale.peek() === 'en') void loadTexts();
  return textOf;
}

/** All texts of what is loaded are there in the present language. Until then they are Chinese. */
async function loadTexts(): Promise<void> {
  if (locale.peek() !== 'en') return;
  await loadEnglish().catch(() => {});
  loadedVersion.value += 1;
}

/** Code with words of its own waits for them. */
export async function withTexts<Loaded>(code: Promise<Loaded>): Promise<Loaded> {
  const loaded = await code;
  await loadTexts();
  return loaded;
}

function textOf(key: string, values?: Values): string {
  const now = messages[locale.value];
  // What is still on its way is shown again when it has arrived.
  const text = now[key] ?? (loadedVersion.value >= 0 ? messages['zh-CN'][key] : undefined) ?? key;
  return values
    ? text.replaceAll(
        /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
        (place, name: string, one?: string, many?: string) =>
          one === undefined
            ? String(values[name] ?? place)
            : String(String(values[name]) === '1' ? one : many),
      )
    : text;
}

/** A text in the present language, its `{name}` places filled, and of `{name|one|many}` the form that the number wants. Reading it in a component subscribes to the language. */
export const t: (key: MessageKey, values?: Values) => string = textOf;

/** The name of an attribute or product that the platform stores in Chinese. */
export function term(code: string, name: string): string {
  return (locale.value === 'en' ? glossary[code] : undefined) ?? name;
}

/** @throws what kept the texts from being loaded; the language then stays */
export async function setLocale(next: Locale): Promise<void> {
  if (next === 'en') await loadEnglish();
  locale.value = next;
  writePreference('locale', next);
}

/** Tells the browser and screen readers which language the page is in, from now on. */
export function followLocale(root: HTMLElement): void {
  effect(() => {
    root.lang = locale.value;
  });
  // What is chosen in another window of this browser holds here, too, on every page: both are one person's.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'farm3d.locale') void setLocale(newValue === 'en' ? 'en' : 'zh-CN').catch(() => {});
  });
}
