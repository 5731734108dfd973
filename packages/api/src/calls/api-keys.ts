import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { roleName } from './person.ts';
import { ROLE_RIGHTS, type Right } from './rights.ts';

const wire = v.object({
  id: v.string(),
  name: v.string(),
  roles: v.array(v.string()),
  /** Rights of the roles that it is limited to; null: all of them. */
  rights: v.nullable(v.array(v.string())),
  /** Whether it makes only calls that change nothing. */
  readOnly: v.boolean(),
  /** User name of its maker. */
  username: textSchema,
  expireTime: instantSchema,
  lastUsedTime: instantSchema,
  createTime: instantSchema,
});

/** A program's key. */
const toKey = ({ id, name, roles, rights, readOnly, expireTime }: v.InferOutput<typeof wire>) => ({
  id,
  name,
  roles,
  /** Rights of the roles that it is limited to; null: all of them. */
  rights,
  /** Whether it makes only calls that change nothing. */
  readOnly,
  /** Epoch milliseconds; null: until it is removed. */
  expiresAt: expireTime,
});

const apiKey = v.pipe(wire, v.transform(toKey));
const created = v.pipe(
  v.object({ ...wire.entries, key: v.pipe(v.string(), v.nonEmpty()) }),
  v.transform(({ key, ...same }) => ({ ...toKey(same), key })),
);

export type ApiKey = v.InferOutput<typeof apiKey>;

/** Name of a key or token. */
export const keyName = v.pipe(v.string(), v.trim(), v.nonEmpty('key.name'), v.maxLength(64, 'field.tooLong'));
/** Expiry: a future instant. */
export const keyEnd = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
  v.check((at) => at.getTime() > Date.now(), 'key.expired'),
);

export const apiKeys = {
  list: call({
    method: 'GET',
    path: '/system/apikey/list',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '程序密钥列表', en: 'Lists the keys of programs' },
    answer: listOf(apiKey),
  }),
  /** The key is returned only here; programs send it as a bearer token. */
  create: call({
    method: 'POST',
    path: '/system/apikey',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建程序密钥，仅此一次返回', en: 'Makes a key for a program, answered this once' },
    body: v.object({
      name: keyName,
      roles: v.pipe(v.array(roleName), v.minLength(1, 'user.role')),
      rights: v.optional(
        v.nullable(v.pipe(v.array(v.picklist(ROLE_RIGHTS, 'key.right')), v.minLength(1, 'key.right'))),
        null,
      ),
      readOnly: v.optional(v.boolean(), false),
      expireTime: v.optional(v.nullable(keyEnd), null),
    }),
    answer: created,
    send: ({
      expiresAt,
      ...draft
    }: {
      name: string;
      roles: readonly string[];
      /** Rights of these roles that it is limited to; default: all of them. */
      rights?: readonly Right[] | null;
      /** Default false. */
      readOnly?: boolean;
      /** Epoch milliseconds; default: until it is removed. */
      expiresAt?: number | null;
    }) => ({
      body: {
        ...draft,
        expireTime: typeof expiresAt === 'number' ? new Date(expiresAt).toISOString() : null,
      },
    }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/apikey/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除程序密钥', en: 'Removes a key; what it opened is closed' },
    answer: nothing,
  }),
};
