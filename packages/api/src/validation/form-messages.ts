import { formEn } from './form-messages.en.ts';
import { formZhCN, type FormMessageKey } from './form-messages.zh-CN.ts';
import type { Locale } from './messages.ts';

/** A message of form fields with its `{name}` places filled. */
export function formMessage(
  key: FormMessageKey,
  locale: Locale = 'zh-CN',
  values: Readonly<Record<string, string | number>> = {},
): string {
  return (locale === 'en' ? formEn : formZhCN)[key].replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    String(values[name] ?? place),
  );
}
