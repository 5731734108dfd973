import * as v from 'valibot';
import { codeSchema, instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { ROLE_NAMES } from './rights.ts';

/* People in the calls of users and of the caller's account. */

/** Shorter passwords are easy to guess. */
const MIN_PASSWORD_LENGTH = 8;
/** Longer texts are refused before they are hashed. */
export const MAX_PASSWORD_LENGTH = 1024;

/** Mainland mobile, or a landline with or without its area code (specification, section 5). */
const PHONE = /^(1[3-9]\d{9}|(\d{3,4}-?)?\d{7,8})?$/;
const EMAIL = /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/;

export const personWire = v.object({
  userId: codeSchema,
  username: v.string(),
  displayName: textSchema,
  phone: textSchema,
  email: textSchema,
  /** Area code of the user's region, up to 12 digits; null until chosen. */
  areaCode: optionalTextSchema,
  userType: v.optional(v.string(), 'user'),
  roles: v.optional(v.array(v.string()), []),
  deptId: optionalTextSchema,
  /** Whether they may log in. */
  enabled: v.boolean(),
  createTime: instantSchema,
});

/** The caller's own data. */
export const user = v.pipe(
  personWire,
  v.transform(({ userId, username, areaCode, userType, roles }) => ({
    userId,
    username,
    /** Area code of the user's region, up to 12 digits; null until chosen. */
    areaCode,
    userType,
    roles,
  })),
);

export const toPerson = ({ deptId, createTime, ...same }: v.InferOutput<typeof personWire>) => ({
  ...same,
  departmentId: deptId,
  /** Epoch milliseconds. */
  createdAt: createTime ?? 0,
});

/** A user for administrators. */
export const person = v.pipe(personWire, v.transform(toPerson));

export type User = v.InferOutput<typeof user>;
export type Person = v.InferOutput<typeof person>;

export const password = v.pipe(
  v.string('login.password.required'),
  v.minLength(MIN_PASSWORD_LENGTH, 'user.password.tooShort'),
  v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
);

export const roleName = v.pipe(v.string(), v.picklist(ROLE_NAMES, 'user.role'));

/** Profile of a user; an omitted member keeps its value. */
export const profile = v.object({
  displayName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'field.tooLong'))),
  phone: v.optional(v.pipe(v.string(), v.trim(), v.regex(PHONE, 'user.phone'))),
  email: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL, 'user.email'))),
  /** Null: none. */
  areaCode: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\d{2,12}$/, 'user.area')))),
});

export type ProfilePatch = v.InferInput<typeof profile>;
