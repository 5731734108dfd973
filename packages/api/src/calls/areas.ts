import * as v from 'valibot';
import { codeSchema } from '../wire/codes.ts';
import { call, listOf } from './call.ts';
import { requiredText } from './inputs.ts';

const wire = v.object({
  id: codeSchema,
  parentId: codeSchema,
  areaName: v.string(),
  areaCode: codeSchema,
  /** 'closed': it has children (specification, section 3). */
  state: v.optional(v.picklist(['open', 'closed']), 'open'),
  level: v.optional(v.number(), 0),
});

/** A node of the area tree: province, city, county, town or village. */
const toArea = ({ areaCode, areaName, parentId, level, state }: v.InferOutput<typeof wire>) => ({
  /** 12 digits. */
  code: areaCode,
  name: areaName,
  /** '0' above the provinces. */
  parentCode: parentId,
  /** 1 province … 5 village. */
  level,
  /** Whether it has no children. */
  leaf: state !== 'closed',
});

const area = v.pipe(wire, v.transform(toArea));

export type Area = v.InferOutput<typeof area>;

export const areas = {
  /** @throws {ApiError} 404 for an unknown code */
  get: call({
    method: 'GET',
    path: '/system/area/{id}',
    reach: 'any',
    service: 'system',
    origin: 'own',
    summary: { zh: '行政区划及其下级', en: 'An area and what lies directly below' },
    answer: v.pipe(
      v.object({ ...wire.entries, children: v.array(wire) }),
      v.transform((area) => toArea(area)),
    ),
  }),
  /** Children of an area; the provinces by default. */
  children: call({
    method: 'GET',
    path: '/system/area/children/{parentId}',
    reach: 'any',
    service: 'system',
    origin: 'own',
    summary: { zh: '下级行政区划', en: 'Lists the areas directly below one' },
    answer: listOf(area),
    send: (parentCode?: string) => ({ path: { parentId: parentCode ?? '0' } }),
  }),
  /** Provinces, cities and counties whose name contains the text, at most 50, each with the areas above it. */
  search: call({
    method: 'GET',
    path: '/system/area/search',
    reach: 'any',
    service: 'system',
    origin: 'own',
    summary: { zh: '按名称查找行政区划', en: 'Finds areas by name' },
    query: v.object({ name: requiredText(32) }),
    answer: listOf(
      v.pipe(
        v.object({ ...wire.entries, path: v.array(wire) }),
        v.transform(({ path, ...found }) => ({
          ...toArea(found),
          /** From the province to the area itself. */
          path: path.map(toArea),
        })),
      ),
    ),
    send: (text: string) => ({ query: { name: text } }),
  }),
};
