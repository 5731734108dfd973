import * as v from 'valibot';
import { splitKeys } from '../domain/key-list.ts';

/*
 * Schemas of queries and bodies. They use message keys as their messages; without one the response is 'field.invalid'
 * with the name of the field.
 */

/** Id of a row, in lower case as the database returns it. */
export const uuid = v.pipe(
  v.string(),
  v.uuid(),
  v.transform((id) => id.toLowerCase()),
);

/** Maximum number of ids in one call. */
const MAX_IDS = 1000;

const idListSchema = v.pipe(
  v.union([v.array(v.string()), v.pipe(v.string(), v.maxLength(MAX_IDS * 40))]),
  v.transform((ids) => (typeof ids === 'string' ? ids.split(',').filter((id) => id !== '') : ids)),
  v.minLength(1),
  v.maxLength(MAX_IDS, 'field.tooLong'),
  v.array(uuid),
);
/** Ids of a deletion (readings 24). */
export const idsSchema = v.union([
  v.pipe(
    v.object({ ids: idListSchema }),
    v.transform(({ ids }) => ids),
  ),
  v.pipe(
    v.object({ id: idListSchema }),
    v.transform(({ id }) => id),
  ),
]);

/** Addresses of photographs, at most 20 (specification, section 5). */
export const photosSchema = v.pipe(
  v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048, 'field.tooLong'))),
  v.maxLength(20, 'field.tooLong'),
);

/** An integer of a query or body, sent as number or text. */
export function integer(minimum: number, maximum: number) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/))]),
    v.transform(Number),
    v.integer(),
    v.minValue(minimum, 'number.range'),
    v.maxValue(maximum, 'number.range'),
  );
}

/** An optional text of a query: an empty one counts as missing. */
export const optionalQueryText = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(200, 'field.tooLong')), ''),
  v.transform((text) => text.trim() || undefined),
);

/** A non-empty text of a body. */
export function requiredText(maximum: number) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(maximum, 'field.tooLong'));
}

/** An optional text of a body; null clears it. */
export function clearableText(maximum: number) {
  return v.optional(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.maxLength(maximum, 'field.tooLong'))),
      v.transform((text) => (text === '' ? null : text)),
    ),
  );
}

/**
 * Planting date: not in the future (specification, section 5), with a day's tolerance for time zones ahead of the
 * server's.
 */
export const plantingDate = v.pipe(
  v.string(),
  v.isoDate(),
  // February has no 31st day.
  v.check((day) => Number.isFinite(Date.parse(day)) && new Date(day).toISOString().startsWith(day)),
  v.check((day) => Date.parse(day) <= Date.now() + 14 * 60 * 60_000, 'crop.growTime.future'),
);

/**
 * An optional boolean of a query: '1' and 'true' are true, '0' and 'false' false, an empty one counts as missing.
 */
export const optionalQueryFlag = v.pipe(
  v.optional(v.picklist(['', '0', '1', 'true', 'false'], 'field.boolean')),
  v.transform((value) =>
    value === undefined || value === '' ? undefined : value === '1' || value === 'true',
  ),
);

/** A boolean of a body, also as forms and other platforms send it: 1 and 0, as numbers or text. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false', '1', '0', 1, 0])], 'field.boolean'),
  v.transform((value) => String(value) === 'true' || String(value) === '1'),
);

/** An optional coordinate in degrees, sent as number or text; null clears it. */
export function coordinate(limit: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]),
        v.transform(Number),
        v.finite(),
        v.minValue(-limit, 'number.range'),
        v.maxValue(limit, 'number.range'),
      ),
    ),
  );
}

/** Telemetry keys, `a,b,c`, as `splitKeys` reads them; default: an empty list. */
export function keyList(maximum: number, length: number) {
  return v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(length, 'field.tooLong')), ''),
    v.transform(splitKeys),
    v.maxLength(maximum, 'field.tooLong'),
  );
}

/** An optional instant of a query, epoch milliseconds, years 0 to 9999. */
export const instant = v.optional(integer(-62_000_000_000_000, 253_402_300_799_999));

/** PostgreSQL accepts the same names, and more: offsets such as '+08' have the opposite sign there. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The IANA name of a time zone. */
export const timeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone));

/** `page` from 1, `pageSize` 1 … 200. */
export const pageEntries = {
  page: v.optional(integer(1, 1_000_000), 1),
  pageSize: v.optional(integer(1, 200), 20),
};

/**
 * As `pageEntries`, of a list that grows ({@link growingListOf}): with `cursor`, the `next` of the answer before, the
 * page continues behind it, and `page` has no meaning. Rows that come or go meanwhile then neither repeat nor hide others.
 */
export const cursorEntries = {
  ...pageEntries,
  cursor: v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(4096, 'field.tooLong')), ''),
    v.transform((cursor) => cursor || undefined),
  ),
};

/** A page of a list by its number, or behind a cursor. */
export function pageOf({
  page,
  pageSize,
  cursor,
}: {
  page: number;
  pageSize: number;
  cursor?: string | undefined;
}): {
  offset: number;
  limit: number;
  cursor?: string;
} {
  return cursor === undefined
    ? { offset: (page - 1) * pageSize, limit: pageSize }
    : { offset: 0, limit: pageSize, cursor };
}
