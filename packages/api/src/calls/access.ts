import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call } from './call.ts';
import { accessRule } from './access-rules.ts';
import { deviceShare } from './sharing.ts';
import { ACCESS_LEVELS } from './rights.ts';

const person = v.object({
  userId: v.string(),
  username: v.string(),
  displayName: textSchema,
  roles: v.array(v.string()),
  /** Rights on the asked thing, or all of the person's. */
  rights: v.array(v.string()),
});

const key = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    /** User name of its maker, whose rights limit it. */
    username: textSchema,
    rights: v.array(v.string()),
    /** Whether it makes only calls that change nothing. */
    readOnly: v.boolean(),
    expireTime: instantSchema,
  }),
  v.transform(({ expireTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds; null: until it is removed. */
    expiresAt: expireTime,
  })),
);

const embedToken = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    sceneId: v.string(),
    sceneName: textSchema,
    /** User name of its maker. */
    username: textSchema,
    expireTime: instantSchema,
  }),
  v.transform(({ expireTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    expiresAt: expireTime,
  })),
);

/** Who reaches a device or a scene now, by the rights that calls go by. */
const reach = v.object({
  people: v.array(
    v.object({
      ...person.entries,
      /** Level that rules give on it, beside the roles; null: none. */
      level: v.optional(v.nullable(v.picklist(ACCESS_LEVELS)), null),
    }),
  ),
  /** Running shares with others; of a device. */
  shares: v.array(deviceShare),
  keys: v.array(key),
  embedTokens: v.array(embedToken),
});

export type Reach = v.InferOutput<typeof reach>;

/** What a person may do in the organisation now, and what works in their name. */
const personReach = v.object({
  ...person.entries,
  /** Whether they are locked: they have no rights then. */
  locked: v.boolean(),
  /** Rules by which they have rights on groups and scenes. */
  rules: v.optional(v.array(accessRule), []),
  /** Whether they operate the installation. */
  installationOperator: v.boolean(),
  /** Running shares by which they reach devices of other organisations. */
  shares: v.array(deviceShare),
  keys: v.array(key),
  embedTokens: v.array(embedToken),
});

export type PersonReach = v.InferOutput<typeof personReach>;

const byId = (id: string) => ({ path: { id } });

/** Who may do this, and what may this person do: computed by what decides each call. */
export const access = {
  /** @throws {ApiError} 404 for a device of another organisation */
  device: call({
    method: 'GET',
    path: '/api/rights/device/{id}',
    right: 'administer',
    origin: 'own',
    summary: { zh: '谁可以使用设备', en: 'Who may do what with a device' },
    answer: reach,
    send: byId,
  }),
  /** @throws {ApiError} 404 for a scene of another organisation */
  scene: call({
    method: 'GET',
    path: '/api/rights/scene/{id}',
    right: 'administer',
    origin: 'own',
    summary: { zh: '谁可以使用场景', en: 'Who may do what with a scene' },
    answer: reach,
    send: byId,
  }),
  /**
   * Shares with the person themselves are answered only for an account that no other organisation has.
   * @throws {ApiError} 404 for somebody of another organisation
   */
  person: call({
    method: 'GET',
    path: '/api/rights/person/{id}',
    right: 'administer',
    origin: 'own',
    summary: { zh: '用户可以做什么', en: 'What a person may do' },
    answer: personReach,
    send: byId,
  }),
};
