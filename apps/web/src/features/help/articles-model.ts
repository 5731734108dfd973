import { createModel, signal } from '@preact/signals-react';
import { articles, type Article, type ProductModel } from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { createList } from '../../kit/list-model.ts';
import { csvText, saveFile } from '../../platform/save-file.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Kinds of articles, as an administrator publishes them. */
export const ARTICLE_KINDS = ['tutorial', 'instruction', 'notice'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];

/** Articles of one kind: read by everybody, published and deleted by administrators. */
export const ArticlesModel = createModel((services: Services, kind: ArticleKind) => {
  const { api, live } = services;
  const calls = services.clientOf({ articles }).articles;
  /** Id of a product model whose instructions are shown; '': all. */
  const product = signal('');
  /** The form of a new one. */
  const publishing = createOpening<true>();
  const list = createList<Article>(services, {
    fetch: async (abort) => {
      const options = { signal: abort };
      const productModelId = product.peek();
      const { items } =
        kind === 'tutorial'
          ? await calls.tutorials({}, options)
          : kind === 'notice'
            ? await calls.notices({}, options)
            : await calls.instructions(productModelId === '' ? {} : { productModelId }, options);
      return items;
    },
    textsOf: ({ title, content }) => [title, content],
  });
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const loadProducts = (): void => {
    if (kind === 'instruction') void products.load();
  };
  whenResumed(live, loadProducts);
  loadProducts();
  const { attempt } = createAttempts(list.refresh);
  return {
    kind: signal(kind),
    product,
    list,
    products,
    publishing,
    refresh: (): void => {
      list.refresh();
      loadProducts();
    },
    ofProduct: (id: string): void => {
      product.value = id;
      list.refresh();
    },
    exportShown: (): void => {
      const rows = list.shown
        .peek()
        .map(({ createdAt, title, content }) => [new Date(createdAt).toISOString(), title, content]);
      const head = [t('help.field.time'), t('help.field.title'), t('help.field.content')];
      saveFile(new Blob([csvText(head, rows)], { type: 'text/csv' }), `${kind}.csv`);
    },
    publish: (): void => {
      publishing.open(true);
      // The form offers them.
      if (!products.hasLoaded.peek()) void products.load();
    },
    published: (): void => {
      publishing.close();
      showToast('success', t('help.publish.done'));
      list.refresh();
    },
    removing: createQuestion(({ id, title }: Article) =>
      attempt(async () => {
        await calls.remove(id);
        return t('help.article.removed', { title });
      }),
    ),
  };
});

export type Articles = InstanceType<typeof ArticlesModel>;

/** One article. A tutorial is fetched by its id; of the other kinds the list has everything. */
export const ArticleModel = createModel(
  ({ clientOf }: Services, id: string, kind: ArticleKind, listed: Article | undefined) => {
    const calls = clientOf({ articles }).articles;
    const article = loadable<Article>(async (abort) => {
      if (kind === 'tutorial') return calls.tutorial(id, { signal: abort });
      if (listed) return listed;
      throw new Error(t('help.article.gone'));
    });
    void article.load();
    return { article };
  },
);
