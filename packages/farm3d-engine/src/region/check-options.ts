import { check, checkOneOf } from '../core/check.ts';
import { checkAbove0, checkNumber, checkObject } from '../core/check-fields.ts';
import type { RegionMapOptions } from './region-map-types.ts';
import { checkStyle } from './region-style.ts';

/** @throws FarmError `invalid-argument` naming the option, before anything is created */
export function checkMapOptions(options: RegionMapOptions): void {
  checkObject('options', options);
  const { projection, style, locale, labels, child, reducedMotion, maxPixelRatio, workers, tween } = options;
  if (projection !== undefined) checkProjection(projection, 'options.projection');
  if (style !== undefined) checkStyle(style, 'options.style');
  checkOneOf('options.locale', locale, ['zh-CN', 'en']);
  checkOneOf('options.labels', labels, [true, false]);
  checkOneOf('options.reducedMotion', reducedMotion, ['auto', true, false]);
  for (const [name, value] of Object.entries({ child, tween }))
    check(value === undefined || typeof value === 'function', `options.${name}`, value);
  checkAbove0('options.maxPixelRatio', maxPixelRatio);
  checkAbove0('options.workers', workers);
  check(workers === undefined || Number.isInteger(workers), 'options.workers', workers);
}

/** @throws FarmError `invalid-argument` */
export function checkProjection(projection: unknown, field = 'projection'): void {
  check(typeof projection === 'function', field, projection);
}

/** @throws FarmError `invalid-argument` */
export function checkPadding(padding: unknown): void {
  checkObject('padding', padding);
  for (const [side, value] of Object.entries(padding as object)) checkNumber(`padding.${side}`, value);
}
