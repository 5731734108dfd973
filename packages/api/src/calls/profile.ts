import * as v from 'valibot';
import { email, telphone } from '../validation/text-rules.ts';

/** Longest picture of a person, characters: some 6 kB. */
const MAX_PICTURE = 8_000;

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
  /** A small JPEG, PNG or WebP image as a data URL. Null: none. */
  picture: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(MAX_PICTURE, 'user.picture'),
        v.regex(/^data:image\/(?:jpeg|png|webp);base64,[\d+/A-Za-z]+={0,2}$/, 'user.picture'),
      ),
    ),
  ),
});

export type ProfilePatch = v.InferInput<typeof profile>;
