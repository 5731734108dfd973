import * as v from 'valibot';
import { codeSchema, instantSchema, optionalTextSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { clearableText, integer, optionalQueryText, requiredText, uuid } from './inputs.ts';

/** A notice, a tutorial or a product instruction. */
const article = v.pipe(
  v.object({
    id: v.string(),
    title: v.string(),
    content: v.string(),
    cover: optionalTextSchema,
    /** '0' published, '1' a draft. */
    state: codeSchema,
    productModel: optionalTextSchema,
    createTime: instantSchema,
  }),
  v.transform(({ state, productModel, createTime, ...same }) => ({
    ...same,
    published: state === '0',
    productModelId: productModel,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

export type Article = v.InferOutput<typeof article>;

const draft = v.object({
  kind: v.picklist(['notice', 'tutorial', 'instruction']),
  title: requiredText(64),
  content: requiredText(64 * 1024),
  cover: clearableText(2048),
  state: v.optional(integer(0, 1), 0),
  productModel: v.optional(v.nullable(uuid), null),
});

/** Members of query and body that the specification encodes as codes. */
interface Named {
  /** Default true; lists omit drafts unless requested. */
  published?: boolean;
  productModelId?: string | null;
}
export type ArticleQuery = Named;
export type ArticleDraft = Omit<v.InferInput<typeof draft>, 'state' | 'productModel'> & Named;

const encode = <Part extends Named>({ published, productModelId, ...same }: Part) => ({
  ...same,
  state: published === undefined ? undefined : published ? 0 : 1,
  productModel: productModelId,
});

const list = {
  method: 'GET',
  service: 'base',
  query: v.object({ state: v.optional(integer(0, 1), 0), productModel: optionalQueryText }),
  answer: listOf(article),
  send: (query?: ArticleQuery) => ({ query: encode(query ?? {}) }),
} as const;

/** Notices, tutorials and product instructions. */
export const articles = {
  notices: call({
    ...list,
    path: '/notice/list',
    summary: { zh: '通知列表，新的在前', en: 'Lists the notices, the newest first' },
  }),
  tutorials: call({
    ...list,
    path: '/tutorial/list',
    summary: { zh: '教程列表，新的在前', en: 'Lists the tutorials, the newest first' },
  }),
  tutorial: call({
    method: 'GET',
    path: '/tutorial/{id}',
    service: 'base',
    summary: { zh: '教程详情', en: 'A tutorial' },
    answer: article,
  }),
  instructions: call({
    ...list,
    path: '/api/product/instructions',
    summary: { zh: '产品说明列表，新的在前', en: 'Lists the product instructions, the newest first' },
  }),
  publish: call({
    method: 'POST',
    path: '/article',
    service: 'base',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '发布文章', en: 'Publishes an article, or keeps a draft' },
    body: draft,
    answer: article,
    send: (text: ArticleDraft) => ({ body: encode(text) }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{id}',
    service: 'base',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除文章', en: 'Removes an article' },
    answer: nothing,
  }),
};
