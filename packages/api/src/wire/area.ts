import * as v from 'valibot';
import type { Area } from '../domain/area.ts';
import { codeSchema, parseWire } from './codes.ts';

export const areaSchema = v.looseObject({
  areaCode: codeSchema,
  parentId: codeSchema,
  areaName: v.string(),
  state: v.optional(v.string(), 'open'),
  level: v.optional(v.number(), 0),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeArea(value: unknown): Area {
  const { areaCode, parentId, areaName, state, level } = parseWire(areaSchema, value);
  return { code: areaCode, name: areaName, parentCode: parentId, level, leaf: state !== 'closed' };
}
