import * as v from 'valibot';
import type {
  ApiKey,
  AuditEntry,
  EmbedToken,
  LoginSession,
  Person,
  PersonPatch,
  Role,
} from '../domain/person.ts';
import { instantSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';
import { decodeUser } from './user.ts';

export const personSchema = v.looseObject({
  displayName: textSchema,
  phone: textSchema,
  email: textSchema,
  deptId: optionalTextSchema,
  enabled: v.boolean(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodePerson(value: unknown): Person {
  const { displayName, phone, email, deptId, enabled } = parseWire(personSchema, value);
  return { ...decodeUser(value), displayName, phone, email, departmentId: deptId, enabled };
}

export const passwordSchema = v.looseObject({ password: optionalTextSchema });

/** A new user, with the password where the server made it. @throws {WireError} */
export function decodeNewPerson(value: unknown): Person & { password: string | null } {
  const { password } = parseWire(passwordSchema, value);
  return { ...decodePerson(value), password };
}

export function encodePersonPatch({ departmentId, ...same }: PersonPatch): Record<string, unknown> {
  return { ...same, ...(departmentId === undefined ? {} : { deptId: departmentId }) };
}

export const roleSchema = v.looseObject({ role: v.string(), name: v.string(), rights: v.array(v.string()) });

/** @throws {WireError} naming the field that does not fit. */
export function decodeRole(value: unknown): Role {
  const { role, name, rights } = parseWire(roleSchema, value);
  return { role, name, rights };
}

export const sessionSchema = v.looseObject({
  id: v.string(),
  address: textSchema,
  userAgent: textSchema,
  createTime: instantSchema,
  lastUsedTime: instantSchema,
  current: v.boolean(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeLoginSession(value: unknown): LoginSession {
  const { id, address, userAgent, createTime, lastUsedTime, current } = parseWire(sessionSchema, value);
  return { id, address, userAgent, createdAt: createTime ?? 0, lastUsedAt: lastUsedTime ?? 0, current };
}

export const keySchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  roles: v.array(v.string()),
  expireTime: instantSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeApiKey(value: unknown): ApiKey {
  const { id, name, roles, expireTime } = parseWire(keySchema, value);
  return { id, name, roles, expiresAt: expireTime };
}

const secret = v.pipe(v.string(), v.nonEmpty());

export const newKeySchema = v.looseObject({ key: secret });

/** With the key, which is shown this once. @throws {WireError} */
export function decodeNewApiKey(value: unknown): ApiKey & { key: string } {
  return { ...decodeApiKey(value), key: parseWire(newKeySchema, value).key };
}

export const embedSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  sceneId: v.string(),
  sceneName: textSchema,
  expireTime: instantSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeEmbedToken(value: unknown): EmbedToken {
  const { id, name, sceneId, sceneName, expireTime } = parseWire(embedSchema, value);
  return { id, name, sceneId, sceneName, expiresAt: expireTime ?? 0 };
}

export const newTokenSchema = v.looseObject({ token: secret });

/** With the token, which is shown this once. @throws {WireError} */
export function decodeNewEmbedToken(value: unknown): EmbedToken & { token: string } {
  return { ...decodeEmbedToken(value), token: parseWire(newTokenSchema, value).token };
}

export const auditSchema = v.looseObject({
  seq: v.number(),
  time: instantSchema,
  username: textSchema,
  address: textSchema,
  action: v.string(),
  target: textSchema,
  hash: v.string(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeAuditEntry(value: unknown): AuditEntry {
  const { seq, time, username, address, action, target, hash } = parseWire(auditSchema, value);
  return { seq, at: time ?? 0, username, address, action, target, hash };
}

export const verdictSchema = v.looseObject({ entries: v.number(), brokenAt: v.nullable(v.number()) });

/** @throws {WireError} naming the field that does not fit. */
export function decodeAuditVerdict(value: unknown): { entries: number; brokenAt: number | null } {
  const { entries, brokenAt } = parseWire(verdictSchema, value);
  return { entries, brokenAt };
}
