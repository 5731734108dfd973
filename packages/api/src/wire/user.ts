import * as v from 'valibot';
import type { Session, User } from '../domain/user.ts';
import { optionalTextSchema, parseWire } from './codes.ts';

export const userWireSchema = v.looseObject({
  userId: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  username: v.string(),
  areaCode: optionalTextSchema,
  userType: v.optional(v.string(), 'user'),
  roles: v.optional(v.array(v.string()), []),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeUser(value: unknown): User {
  const { userId, username, areaCode, userType, roles } = parseWire(userWireSchema, value);
  return { userId, username, areaCode, userType, roles };
}

export const sessionSchema = v.looseObject({
  accessToken: v.pipe(v.string(), v.nonEmpty()),
  expiresIn: v.number(),
  user: v.unknown(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeSession(value: unknown): Session {
  const { accessToken, expiresIn, user } = parseWire(sessionSchema, value);
  return { accessToken, expiresIn, user: decodeUser(user) };
}
