import { check, checkElement, checkOneOf } from '../core/check.ts';
import { QUALITY } from '../render/quality.ts';
import type { EquipmentKind } from './equipment-kind.ts';
import type { FarmViewerOptions } from './options.ts';
import type { LiveState } from './viewer-types.ts';

/** Languages of messages. */
export const LOCALES = ['zh-CN', 'en'] as const;
/** Values of {@link FarmViewerOptions.labels}. */
export const LABEL_MODES = ['pinned', 'all'] as const;
/** Values of {@link FarmViewerOptions.quality}. */
export const QUALITY_CHOICES = [...Object.keys(QUALITY), 'auto'];

const isString = (value: unknown) => typeof value === 'string';
const isCallable = (value: unknown) => typeof value === 'function';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isAddress = (value: unknown) => isString(value) || value instanceof URL;
const isFolder = (value: unknown) => isAddress(value) && URL.canParse(String(value), document.baseURI);
const isAbove0 = (value: unknown) => Number.isFinite(value) && (value as number) > 0;
const isOneOf =
  (...known: readonly unknown[]) =>
  (value: unknown) =>
    known.includes(value);

/** Validation of each option that is given. */
const OPTIONS: Readonly<Record<keyof FarmViewerOptions, (value: unknown) => boolean>> = {
  padding: (value) => isObject(value) && Object.values(value).every((width) => Number.isFinite(width)),
  locale: isOneOf(...LOCALES),
  fallbackModelPath: isString,
  levels: isCallable,
  workers: (value) => Number.isInteger(value) && isAbove0(value),
  workerUrl: isAddress,
  resourceFolders: (value) => Array.isArray(value) && value.every(isFolder),
  labels: isOneOf(...LABEL_MODES),
  quality: isOneOf(...QUALITY_CHOICES),
  pixelRatio: isAbove0,
  firstFrame: isOneOf('immediate', 'loaded'),
  minDistance: (value) => isAbove0(value) && (value as number) <= 120,
  maxDistance: isAbove0,
  maxPolarAngle: (value) => isAbove0(value) && (value as number) <= Math.PI / 2,
  messages: (value) => isObject(value) && Object.values(value).every(isString),
  keyboard: isBoolean,
  objectTree: isBoolean,
  reducedMotion: isOneOf('auto', true, false),
  fetch: isCallable,
  clock: isObject,
  tween: isCallable,
  seed: (value) => Number.isFinite(value),
};

/** @throws FarmError `invalid-argument` naming the container or the option, before anything is created */
export function checkOptions(container: unknown, options: unknown): void {
  checkElement(container);
  check(isObject(options), 'options', options);
  for (const [name, value] of Object.entries(options as object)) {
    const isRight = (OPTIONS as Partial<Record<string, (value: unknown) => boolean>>)[name];
    if (value !== undefined && isRight) check(isRight(value), `options.${name}`, value);
  }
}

/** The invalid field of a catalogue row and its value; null: valid. */
export function kindFault(kind: EquipmentKind): readonly [field: string, value: unknown] | null {
  if (!isObject(kind)) return ['catalogue', kind];
  const { equipmentId, name, modelPath } = kind;
  if (!isString(equipmentId) || equipmentId === '') return ['equipmentId', equipmentId];
  if (!isString(name)) return ['name', name];
  return modelPath === null || isString(modelPath) ? null : ['modelPath', modelPath];
}

/** The invalid field of a live state and its value; null: valid. */
export function stateFault(state: LiveState): readonly [field: string, value: unknown] | null {
  if (!isObject(state)) return ['state', state];
  const { id, online, alarm, value, values, drive } = state;
  if (!isString(id) || id === '') return ['id', id];
  if (online !== undefined && !isBoolean(online)) return ['online', online];
  if (alarm !== undefined && !isBoolean(alarm)) return ['alarm', alarm];
  if (value !== undefined && !isString(value) && !isCallable(value)) return ['value', value];
  return numbersFault('values', values) ?? numbersFault('drive', drive);
}

/** What is wrong with an object of numbers. It runs for every device of a call and makes no garbage. */
function numbersFault(field: string, part: unknown): readonly [field: string, value: unknown] | null {
  if (part === undefined) return null;
  if (!isObject(part)) return [field, part];
  for (const name in part) {
    const amount = (part as Readonly<Record<string, unknown>>)[name];
    if (Object.hasOwn(part, name) && amount != null && !Number.isFinite(amount))
      return [`${field}.${name}`, amount];
  }
  return null;
}

/** @throws FarmError `invalid-argument` */
export function checkLocale(locale: unknown): void {
  check(locale !== undefined, 'locale', locale);
  checkOneOf('locale', locale, LOCALES);
}

/** @throws FarmError `invalid-argument` */
export function checkIds(ids: unknown): void {
  check(Array.isArray(ids), 'ids', ids);
  for (const [i, id] of (ids as unknown[]).entries()) check(isString(id), `ids[${i}]`, id);
}
