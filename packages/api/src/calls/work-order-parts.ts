import * as v from 'valibot';
import { requiredText } from './inputs.ts';

/** From the least to the most urgent. */
export const WORK_ORDER_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;

/** What is needed for an order, or was used. */
export const spareParts = v.pipe(
  v.array(
    v.object({
      name: requiredText(64),
      quantity: v.pipe(
        v.number(),
        v.finite(),
        v.gtValue(0, 'number.range'),
        v.maxValue(999_999, 'number.range'),
      ),
      unit: v.pipe(v.string(), v.trim(), v.maxLength(16, 'field.tooLong')),
    }),
  ),
  v.maxLength(30, 'field.tooLong'),
);
export type SparePart = v.InferOutput<typeof spareParts>[number];

/** A place in WGS 84, as a phone reports it. */
export const place = v.object({
  longitude: v.pipe(v.number(), v.minValue(-180, 'number.range'), v.maxValue(180, 'number.range')),
  latitude: v.pipe(v.number(), v.minValue(-90, 'number.range'), v.maxValue(90, 'number.range')),
  /** Metres; null: not known. */
  accuracyM: v.nullable(v.pipe(v.number(), v.minValue(0, 'number.range'))),
});
export type StepPlace = v.InferOutput<typeof place>;
