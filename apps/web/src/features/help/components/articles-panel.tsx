import { useModel } from '@preact/signals-react';
import { BookOpen, ChevronRight, Download, Plus, Trash2 } from 'lucide-react';
import type { Article } from '@farm3d/api';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  SearchField,
  SelectField,
  Skeleton,
} from '@farm3d/ui';
import { term } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { isAdministrator } from '../../../platform/session.ts';
import { dateText } from '../../../platform/time-text.ts';
import { ArticlesModel, type ArticleKind, type Articles } from '../articles-model.ts';
import { t } from '../zh-CN.ts';
import { ArticleDialog } from './article-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';

const EMPTY_TEXTS: Record<ArticleKind, () => string> = {
  tutorial: () => t('help.tutorials.empty'),
  instruction: () => t('help.instructions.empty'),
  notice: () => t('help.notices.empty'),
};

interface ArticlesPanelProps {
  kind: ArticleKind;
  /** Id of the article that is read; null: none. */
  opened: string | null;
  onOpen: (id: string | null) => void;
}

/** Articles of one kind, the newest first. */
export function ArticlesPanel({ kind, opened, onOpen }: ArticlesPanelProps) {
  const model = useModel(() => new ArticlesModel(kind));
  const removing = model.removing.value;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {kind === 'instruction' && <ProductFilter model={model} />}
        <div className="flex min-w-56 flex-1">
          <SearchField
            label={t('help.search')}
            clearLabel={t('common.clear')}
            value={model.text.value}
            onValueChange={model.search}
            testId="article-search"
          />
        </div>
        <Button
          icon={<Download size={18} />}
          disabled={model.shown.value.length === 0}
          data-testid="article-export"
          onClick={model.exportShown}
        >
          CSV
        </Button>
        {isAdministrator.value && (
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="article-publish"
            onClick={() => model.publish(true)}
          >
            {t('help.publish')}
          </Button>
        )}
      </div>
      <List model={model} onOpen={onOpen} />
      {model.isPublishing.value && <PublishDialog model={model} />}
      {opened !== null && model.articles.hasLoaded.value && (
        <ArticleDialog
          key={opened}
          id={opened}
          kind={kind}
          listed={model.articles.value.value?.find(({ id }) => id === opened)}
          onClose={() => onOpen(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        dangerous
        title={t('common.prompt')}
        message={removing && t('help.article.remove.message', { title: removing.title })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(null)}
      />
    </div>
  );
}

function ProductFilter({ model }: { model: Articles }) {
  const products = model.products.value.value ?? [];
  return (
    <div className="w-full max-w-80">
      <SelectField
        label={t('help.product.filter')}
        placeholder={t('help.product.all')}
        testId="article-product"
        value={model.product.value}
        onChange={model.ofProduct}
        options={[
          { value: '', label: t('help.product.all') },
          ...products.map(({ id, code, name }) => ({ value: id, label: term(code, name), note: code })),
        ]}
      />
    </div>
  );
}

function List({ model, onOpen }: { model: Articles; onOpen: (id: string) => void }) {
  const { articles } = model;
  const error = articles.error.value;
  const items = model.shown.value;
  if (error !== null && !articles.hasLoaded.value)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.refresh}>{t('common.retry')}</Button>}
      />
    );
  if (!articles.hasLoaded.value)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="h-20" />
        ))}
      </div>
    );
  if (items.length === 0 && model.text.value.trim() !== '')
    return <EmptyState testId="articles-no-match" title={t('help.noMatch')} />;
  if (items.length === 0)
    return (
      <EmptyState
        testId="articles-empty"
        title={EMPTY_TEXTS[model.kind.value]()}
        hint={t(isAdministrator.value ? 'help.articles.empty.publish' : 'help.articles.empty.hint')}
      />
    );
  return (
    <ul
      className="grid grid-cols-1 gap-3 lg:grid-cols-2 2xl:grid-cols-3"
      data-testid="articles"
      data-count={items.length}
    >
      {items.map((article) => (
        <ArticleCard key={article.id} article={article} model={model} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function ArticleCard({
  article,
  model,
  onOpen,
}: {
  article: Article;
  model: Articles;
  onOpen: (id: string) => void;
}) {
  const { id, title, content, cover, createdAt, productModelId } = article;
  const product = model.products.value.value?.find((one) => one.id === productModelId);
  return (
    <li
      data-testid="article"
      data-title={title}
      className="flex items-stretch overflow-hidden rounded-panel border border-line bg-raised"
    >
      <button
        type="button"
        data-testid="article-read"
        data-title={title}
        className="flex min-w-0 flex-1 items-center gap-4 p-4 text-left hover:bg-hover"
        onClick={() => onOpen(id)}
      >
        {cover === null ? (
          <span className="grid size-14 shrink-0 place-items-center rounded-control bg-leaf-soft text-leaf-ink">
            <BookOpen aria-hidden size={22} />
          </span>
        ) : (
          <img src={cover} alt="" className="size-14 shrink-0 rounded-control object-cover" />
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body font-medium">{title}</span>
          <span className="line-clamp-1 text-note text-ink-2">{content}</span>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-note text-ink-3 tabular-nums">
            {dateText(createdAt)}
            {product && <Badge>{term(product.code, product.name)}</Badge>}
          </span>
        </span>
        <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
      </button>
      {isAdministrator.value && (
        <IconButton
          className="m-2 self-center"
          label={t('help.article.remove', { title })}
          tone="danger"
          icon={<Trash2 size={18} />}
          data-testid="article-remove"
          onClick={() => model.ask(article)}
        />
      )}
    </li>
  );
}
