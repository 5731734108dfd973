import { formMessage } from './form-messages.ts';
import type { Locale } from './messages.ts';

/** Largest number of the rule `number`. Spec §5. */
export const NUMBER_RULE_MAX = 2_147_483_647;

/** Whether a text is a mobile number of mainland China: 11 digits from 13 to 19. */
export const phone = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** Whether a text is a mobile number, or a landline: optional area code of 3 to 4 digits, then 7 to 8 digits. */
export const telphone = (text: string): boolean => phone(text) || /^(?:\d{3,4}-?)?\d{7,8}$/.test(text);

const MAILBOX = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;

/** Whether a text is an e-mail address with a domain of two parts or more. */
export function email(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at <= 64 && MAILBOX.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** Whether a text consists of Chinese characters only, at least one. */
export const chiness = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);

/** Whether a text is a finished decimal number, without an exponent. */
export const isNumeric = (text: string): boolean => /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);

/**
 * The rule `number`: empty is an error, and so is more than {@link NUMBER_RULE_MAX}.
 * @returns the message, or null
 */
export function numberRule(text: string, locale: Locale = 'zh-CN'): string | null {
  if (!isNumeric(text.trim())) return formMessage('number', locale);
  return Number(text) > NUMBER_RULE_MAX ? formMessage('number.tooLarge', locale) : null;
}

/** Whether a text is a number with at most two decimals. */
export const twoDecimals = (text: string): boolean => /^-?\d+(?:\.\d{1,2})?$/.test(text);

/**
 * Keeps digits, one decimal point and an optional leading minus while typing (Spec §5).
 * The result may be unfinished, such as '-' or '3.'. Full-width characters of Chinese input are converted.
 */
export function serviceNumberFilter(typed: string): string {
  const text = typed.normalize('NFKC').replaceAll('。', '.').replaceAll('−', '-');
  const negative = text.trimStart().startsWith('-');
  const [whole = '', ...rest] = text.replaceAll(/[^\d.]/g, '').split('.');
  const fraction = rest.length > 0 ? `.${rest.join('')}` : '';
  return `${negative ? '-' : ''}${whole}${fraction}`;
}
