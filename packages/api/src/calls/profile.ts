import * as v from 'valibot';
import { email, telphone } from '../validation/text-rules.ts';

/** Profile of a user; an omitted member keeps its value. */
export const profile = v.object({
  displayName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'field.tooLong'))),
  phone: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === '' || telphone(text), 'user.phone'),
    ),
  ),
  email: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(254),
      v.check((text) => text === '' || email(text), 'user.email'),
    ),
  ),
  /** Null: none. */
  areaCode: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{2,12}$/, 'user.area')))),
});

export type ProfilePatch = v.InferInput<typeof profile>;
