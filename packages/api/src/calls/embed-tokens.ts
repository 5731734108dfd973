import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { embeddedScene } from '../wire/embedded-scene.ts';
import { keyEnd, keyName } from './api-keys.ts';
import { call, listOf, nothing } from './call.ts';
import { uuid } from './inputs.ts';
import { pageOrigins } from './page-origin.ts';

/** Longest lifetime of an embed token. */
const MAX_LIFE_MS = 366 * 24 * 60 * 60 * 1000;

const wire = v.object({
  id: v.string(),
  name: v.string(),
  sceneId: v.string(),
  sceneName: textSchema,
  origins: v.optional(v.array(v.string()), []),
  expireTime: instantSchema,
  createTime: instantSchema,
});

/** Lets another site show one scene, read only. */
const toToken = ({ id, name, sceneId, sceneName, origins, expireTime }: v.InferOutput<typeof wire>) => ({
  id,
  name,
  sceneId,
  sceneName,
  /** Origins of the pages that may use it; none: those that the server lists for all calls. */
  origins,
  /** Epoch milliseconds. */
  expiresAt: expireTime ?? 0,
});

const embedToken = v.pipe(wire, v.transform(toToken));
const created = v.pipe(
  v.object({ ...wire.entries, token: v.pipe(v.string(), v.nonEmpty()) }),
  v.transform(({ token, ...same }) => ({ ...toToken(same), token })),
);

export type EmbedToken = v.InferOutput<typeof embedToken>;

export const embedTokens = {
  list: call({
    method: 'GET',
    path: '/system/embedtoken/list',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '嵌入令牌列表', en: 'Lists the tokens of embedded pages' },
    answer: listOf(embedToken),
  }),
  /** The token is returned only here. `expiresAt`: epoch milliseconds, within a year. */
  create: call({
    method: 'POST',
    path: '/system/embedtoken',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: {
      zh: '新建嵌入令牌，仅此一次返回',
      en: 'Makes a token that shows one scene, answered this once',
    },
    body: v.object({
      name: keyName,
      sceneId: uuid,
      origins: v.optional(pageOrigins, []),
      expireTime: v.pipe(
        keyEnd,
        v.check((at) => at.getTime() < Date.now() + MAX_LIFE_MS, 'number.range'),
      ),
    }),
    answer: created,
    send: ({
      expiresAt,
      ...draft
    }: {
      name: string;
      sceneId: string;
      origins?: readonly string[];
      expiresAt: number;
    }) => ({
      body: { ...draft, expireTime: new Date(expiresAt).toISOString() },
    }),
  }),
  /** With an embed token: its scene. Others name one. */
  view: call({
    method: 'GET',
    path: '/api/embed/scene',
    origin: 'own',
    embed: 'any',
    summary: {
      zh: '嵌入页面所需的场景：模型、布局、设备与活动告警',
      en: 'A scene as an embedded page shows it: models, layout, devices and active alarms',
    },
    query: v.object({ sceneId: v.optional(uuid) }),
    answer: embeddedScene,
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/embedtoken/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除嵌入令牌', en: 'Removes the token of an embedded page' },
    answer: nothing,
  }),
};
