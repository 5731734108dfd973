import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { Article, ProductModel } from '@farm3d/api';
import { csvText } from '../../platform/csv.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { saveFile } from '../../platform/save-file.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { helpApi } from './help-api.ts';
import { t } from './zh-CN.ts';

/** Kinds of articles, as an administrator publishes them. */
export const ARTICLE_KINDS = ['tutorial', 'instruction', 'notice'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];

/** Those whose title or text contain a text, in any case. */
function articlesWith(articles: readonly Article[], text: string): readonly Article[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return articles;
  return articles.filter(({ title, content }) => `${title}\n${content}`.toLowerCase().includes(wanted));
}

/** Articles of one kind: read by everybody, published and deleted by administrators. */
export const ArticlesModel = createModel((kind: ArticleKind) => {
  /** Id of a product model whose instructions are shown; '': all. */
  const product = signal('');
  /** What title or text contain; '': anything. */
  const text = signal('');
  const isPublishing = signal(false);
  const removing = signal<Article | null>(null);
  const busy = signal(false);
  const articles = loadable<readonly Article[]>(async (abort) => {
    const options = { signal: abort };
    const productModelId = product.peek();
    const { items } =
      kind === 'tutorial'
        ? await helpApi.articles.tutorials({}, options)
        : kind === 'notice'
          ? await helpApi.articles.notices({}, options)
          : await helpApi.articles.instructions(productModelId === '' ? {} : { productModelId }, options);
    return items;
  });
  const shown = computed(() => articlesWith(articles.value.value ?? [], text.value));
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const refresh = (): void => {
    void articles.load();
    if (kind === 'instruction') void products.load();
  };
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();
  return {
    kind: signal(kind),
    product,
    text,
    articles,
    /** Those that the search leaves. */
    shown,
    products,
    isPublishing,
    removing,
    busy,
    refresh,
    ofProduct: (id: string): void => {
      product.value = id;
      void articles.load();
    },
    search: (typed: string): void => {
      text.value = typed;
    },
    exportShown: (): void => {
      const rows = shown
        .peek()
        .map(({ createdAt, title, content }) => [new Date(createdAt).toISOString(), title, content]);
      const head = [t('help.field.time'), t('help.field.title'), t('help.field.content')];
      saveFile(new Blob([csvText(head, rows)], { type: 'text/csv' }), `${kind}.csv`);
    },
    publish: (isOpen: boolean): void => {
      isPublishing.value = isOpen;
      // The form offers them.
      if (isOpen && !products.hasLoaded.peek()) void products.load();
    },
    published: (): void => {
      isPublishing.value = false;
      showToast('success', t('help.publish.done'));
      void articles.load();
    },
    ask: (article: Article | null): void => {
      removing.value = article;
    },
    remove: async (): Promise<void> => {
      const article = removing.peek();
      if (!article) return;
      busy.value = true;
      try {
        await helpApi.articles.remove(article.id);
        showToast('success', t('help.article.removed', { title: article.title }));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        removing.value = null;
        void articles.load();
      }
    },
  };
});

export type Articles = InstanceType<typeof ArticlesModel>;

/** One article. A tutorial is fetched by its id; of the other kinds the list has everything. */
export const ArticleModel = createModel((id: string, kind: ArticleKind, listed: Article | undefined) => {
  const article = loadable<Article>(async (abort) => {
    if (kind === 'tutorial') return helpApi.articles.tutorial(id, { signal: abort });
    if (listed) return listed;
    throw new Error(t('help.article.gone'));
  });
  void article.load();
  return { article };
});
