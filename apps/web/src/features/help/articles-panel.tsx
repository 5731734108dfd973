import { BookOpen, ChevronRight, Download, Plus, Trash2 } from 'lucide-react';
import { ApiError, type Article } from '@farm3d/api';
import { Badge, Button, EmptyState, IconButton, SearchField, SelectField, Skeleton } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { PageDialog } from '../../kit/dialog.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Loaded, SkeletonRows } from '../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { term } from '../../platform/locale.ts';
import { dateText } from '../../platform/time-text.ts';
import { ArticleModel, ArticlesModel, type ArticleKind, type Articles } from './articles-model.ts';
import { ArticleFormModel } from './forms.ts';
import { t } from './zh-CN.ts';

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
  const model = useModelOf(ArticlesModel, kind);
  const { session } = useServices();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {kind === 'instruction' && <ProductFilter model={model} />}
        <div className="flex min-w-56 flex-1">
          <SearchField
            label={t('help.search')}
            clearLabel={t('common.clear')}
            value={model.list.search.value}
            onValueChange={model.list.type}
            testId="article-search"
          />
        </div>
        <Button
          icon={<Download size={18} />}
          disabled={model.list.shown.value.length === 0}
          data-testid="article-export"
          onClick={model.exportShown}
        >
          CSV
        </Button>
        {session.isAdministrator.value && (
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="article-publish"
            onClick={() => model.publish()}
          >
            {t('help.publish')}
          </Button>
        )}
      </div>
      <Loaded
        of={model.list.parts()}
        skeleton={<SkeletonRows n={4} className="h-20" />}
        onRetry={model.refresh}
      >
        {() => <List model={model} onOpen={onOpen} />}
      </Loaded>
      {model.publishing.subject.value && <PublishDialog model={model} />}
      {opened !== null && model.list.rows.hasLoaded.value && (
        <ArticleDialog
          key={opened}
          id={opened}
          kind={kind}
          listed={model.list.rows.value.value?.find(({ id }) => id === opened)}
          onClose={() => onOpen(null)}
        />
      )}
      <Confirm
        question={model.removing}
        message={({ title }) => t('help.article.remove.message', { title })}
      />
    </div>
  );
}

function ProductFilter({ model }: { model: Articles }) {
  const products = model.products.value.value ?? [];
  return (
    <div className="w-full max-w-80">
      <SelectField
        label={t('help.field.product')}
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
  const { session } = useServices();
  const items = model.list.shown.value;
  if (items.length === 0 && model.list.search.value.trim() !== '')
    return <EmptyState testId="articles-no-match" title={t('help.noMatch')} />;
  if (items.length === 0)
    return (
      <EmptyState
        testId="articles-empty"
        title={EMPTY_TEXTS[model.kind.value]()}
        hint={t(session.isAdministrator.value ? 'help.articles.empty.publish' : 'help.articles.empty.hint')}
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
  const { session } = useServices();
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
      {session.isAdministrator.value && (
        <IconButton
          className="m-2 self-center"
          label={t('help.article.remove', { title })}
          tone="danger"
          icon={<Trash2 size={18} />}
          data-testid="article-remove"
          onClick={() => model.removing.ask(article)}
        />
      )}
    </li>
  );
}

/** Dialog of a new article. */
function PublishDialog({ model }: { model: Articles }) {
  const services = useServices();
  return (
    <FormDialog
      id="article"
      title={t('help.publish.title')}
      submitLabel={t('help.publish')}
      parts={[model.products]}
      model={() =>
        new ArticleFormModel(services, {
          kind: model.kind.peek(),
          products: model.products.value.peek() ?? [],
          onSaved: model.published,
        })
      }
      onClose={model.publishing.close}
    />
  );
}

interface ArticleDialogProps {
  id: string;
  kind: ArticleKind;
  /** The article in the list. */
  listed: Article | undefined;
  onClose: () => void;
}

/** An article to read. Its text is shown as it was typed, never as HTML. */
function ArticleDialog({ id, kind, listed, onClose }: ArticleDialogProps) {
  const { article } = useModelOf(ArticleModel, id, kind, listed);
  const shown = article.value.value;
  const error = article.error.value;
  const isGone = (error instanceof ApiError && error.status === 404) || (kind !== 'tutorial' && !listed);
  return (
    <PageDialog
      onClose={onClose}
      title={shown?.title ?? listed?.title ?? ''}
      placement="wide"
      testId="article-dialog"
    >
      {shown === null && error !== null && isGone ? (
        <EmptyState title={t('help.article.gone')} />
      ) : (
        <Loaded of={article} skeleton={<Skeleton className="h-60" />}>
          {() =>
            shown && (
              <article className="mx-auto flex max-w-[68ch] flex-col gap-4">
                <p className="text-note text-ink-3 tabular-nums">{dateText(shown.createdAt)}</p>
                {shown.cover !== null && (
                  <img
                    src={shown.cover}
                    alt=""
                    className="max-h-80 w-full rounded-control bg-sunken object-contain"
                  />
                )}
                <p
                  data-testid="article-text"
                  className="text-body leading-relaxed break-words whitespace-pre-wrap"
                >
                  {shown.content}
                </p>
              </article>
            )
          }
        </Loaded>
      )}
    </PageDialog>
  );
}
