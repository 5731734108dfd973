import { en } from './messages.en.ts';
import { zhCN, type MessageKey } from './messages.zh-CN.ts';

/** Languages of the platform; default Chinese. */
export type Locale = 'zh-CN' | 'en';

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(zhCN, key);
}

export function message(key: MessageKey, locale: Locale = 'zh-CN'): string {
  return (locale === 'en' ? en : zhCN)[key];
}
