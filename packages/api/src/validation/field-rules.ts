import { formMessage } from './form-messages.ts';
import type { FormMessageKey } from './form-messages.zh-CN.ts';
import type { Locale } from './messages.ts';
import { nationalId } from './national-id.ts';
import {
  chiness,
  email,
  isNumeric,
  NUMBER_RULE_MAX,
  numberRule,
  phone,
  telphone,
  twoDecimals,
} from './text-rules.ts';

/** Field types of the generic form. Spec §2. */
export const FIELD_TYPES = [
  'text',
  'select',
  'radio',
  'number',
  'date',
  'time',
  'switch',
  'textarea',
  'color',
  'cascader',
  'image',
  'coordinate',
  'map',
  'file',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Rules of a text, by the names of the specification (§5). */
export type TextRule = 'phone' | 'telphone' | 'email' | 'ID' | 'number' | 'chiness';

/** Default of `maxLength` by field type: characters, selected entries, or files. Spec §5. */
export const FIELD_LIMITS = {
  text: 64,
  number: 9,
  textarea: 120,
  select: 6,
  cascader: 6,
  image: 1,
  file: 20,
} as const;
/** Default range of a number field. Spec §5. */
export const NUMBER_FIELD_MIN = 0;
export const NUMBER_FIELD_MAX = 99_999_999;
/** Characters of a number field whose maximum is set: 16 digits (Spec §5), sign, point and two decimals. */
const LONG_NUMBER_DIGITS = 16;
const LONG_NUMBER_LENGTH = LONG_NUMBER_DIGITS + 4;

/** What a field accepts. */
export interface FieldRules {
  readonly type: FieldType;
  /** Named by the messages about a missing value. */
  readonly label: string;
  /** Default false. */
  readonly required?: boolean | undefined;
  readonly rule?: TextRule | undefined;
  /** Characters, selected entries, or files; default {@link FIELD_LIMITS}. */
  readonly maxLength?: number | undefined;
  /** Range of a number; default {@link NUMBER_FIELD_MIN} … {@link NUMBER_FIELD_MAX}. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Whether a number may have up to two decimals, or any number of them. Default false: whole numbers. */
  readonly decimal?: boolean | 'any' | undefined;
}

/** Degrees, WGS 84. */
export interface FieldLngLat {
  readonly longitude: number;
  readonly latitude: number;
}

const RULES: Readonly<
  Record<Exclude<TextRule, 'number'>, readonly [(text: string) => boolean, FormMessageKey]>
> = {
  phone: [phone, 'contact'],
  telphone: [telphone, 'contact'],
  email: [email, 'email'],
  ID: [nationalId, 'nationalId'],
  chiness: [chiness, 'chinese'],
};
/** Fields whose value is typed: a missing one is to be entered, others are to be chosen. */
const TYPED: ReadonlySet<FieldType> = new Set(['text', 'number', 'textarea']);

/** Default maximum of a number field; the rule `number` has its own (Spec §5). */
const maximumOf = ({ rule }: Pick<FieldRules, 'rule'>): number =>
  rule === 'number' ? NUMBER_RULE_MAX : NUMBER_FIELD_MAX;

/** Limit of a field's characters, selected entries or files; undefined for a field without one. */
export function limitOf(field: Omit<FieldRules, 'label'>): number | undefined {
  const { type, maxLength, max = maximumOf(field) } = field;
  if (maxLength !== undefined) return maxLength;
  if (type === 'number' && max > NUMBER_FIELD_MAX) return LONG_NUMBER_LENGTH;
  return type in FIELD_LIMITS ? FIELD_LIMITS[type as keyof typeof FIELD_LIMITS] : undefined;
}

/** Whether a value counts as missing. */
export function isEmptyValue(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** A number field's text after the field lost the focus: what is no number becomes 0, empty stays empty (Spec §5). */
export function numberAfterBlur(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || isNumeric(trimmed) ? trimmed : '0';
}

/**
 * Checks the value of one field.
 * @returns the message for people, or null
 */
export function checkField(field: FieldRules, value: unknown, locale: Locale = 'zh-CN'): string | null {
  // An empty text breaks this rule even where the field is not required (Spec §5).
  if (field.rule === 'number') return numberRule(textOf(value), locale) ?? checkByType(field, value, locale);
  if (isEmptyValue(value)) {
    if (!field.required || field.type === 'switch') return null;
    const key = TYPED.has(field.type) ? 'required.input' : 'required.select';
    return formMessage(key, locale, { label: field.label });
  }
  if (field.rule) {
    const [accepts, key] = RULES[field.rule];
    if (!accepts(textOf(value))) return formMessage(key, locale);
  }
  return checkByType(field, value, locale);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function checkByType(field: FieldRules, value: unknown, locale: Locale): string | null {
  const tell = (key: FormMessageKey, n?: number): string =>
    formMessage(key, locale, n === undefined ? {} : { n });
  const limit = limitOf(field);
  const text = textOf(value);
  switch (field.type) {
    case 'number':
      return checkNumber(field, text, tell);
    case 'text':
    case 'textarea':
      return limit !== undefined && Array.from(text).length > limit ? tell('tooLong', limit) : null;
    case 'select':
    case 'cascader':
      if (!Array.isArray(value) || limit === undefined || value.length <= limit) return null;
      return tell(field.type === 'select' ? 'select.limit' : 'cascader.limit', limit);
    case 'date':
      return isDate(text) ? null : tell('date.format');
    case 'time':
      return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text) ? null : tell('time.format');
    case 'color':
      return /^#[\da-f]{6}$/i.test(text) ? null : tell('colour.format');
    case 'coordinate':
      return isLngLat(value) ? null : tell('coordinate.format');
    case 'image':
    case 'file':
      if (!Array.isArray(value) || limit === undefined || value.length <= limit) return null;
      return field.type === 'file'
        ? tell('material.limit', limit)
        : formMessage('image.limit', locale, { n: limit, m: 0 });
    default:
      return null;
  }
}

function checkNumber(
  field: FieldRules,
  text: string,
  tell: (key: FormMessageKey, n?: number) => string,
): string | null {
  if (!isNumeric(text)) return tell('number');
  if (field.decimal === true && !twoDecimals(text)) return tell('decimals');
  if (!field.decimal && !/^-?\d+$/.test(text)) return tell('integer');
  const { min = NUMBER_FIELD_MIN, max = maximumOf(field) } = field;
  if (Number(text) > max) return tell('number.max', max);
  if (Number(text) < min) return tell('number.min', min);
  const limit = limitOf(field);
  return limit !== undefined && text.length > limit ? tell('tooLong', limit) : null;
}

/** Whether a text is a date that exists, as yyyy-MM-dd. */
function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isLngLat(value: unknown): value is FieldLngLat {
  const { longitude, latitude } = value as Partial<FieldLngLat>;
  return (
    Number.isFinite(longitude) &&
    Number.isFinite(latitude) &&
    Math.abs(longitude!) <= 180 &&
    Math.abs(latitude!) <= 90
  );
}
