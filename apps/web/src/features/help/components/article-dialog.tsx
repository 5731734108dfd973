import { useModel } from '@preact/signals-react';
import { ApiError, type Article } from '@farm3d/api';
import { Button, Dialog, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { dateText } from '../../../platform/time-text.ts';
import { ArticleModel, type ArticleKind } from '../articles-model.ts';
import { t } from '../zh-CN.ts';

interface ArticleDialogProps {
  id: string;
  kind: ArticleKind;
  /** The article in the list. */
  listed: Article | undefined;
  onClose: () => void;
}

/** An article to read. Its text is shown as it was typed, never as HTML. */
export function ArticleDialog({ id, kind, listed, onClose }: ArticleDialogProps) {
  const { article } = useModel(() => new ArticleModel(id, kind, listed));
  const shown = article.value.value;
  const error = article.error.value;
  const isGone = (error instanceof ApiError && error.status === 404) || (kind !== 'tutorial' && !listed);
  return (
    <Dialog
      open
      onClose={onClose}
      title={shown?.title ?? listed?.title ?? ''}
      closeLabel={t('common.close')}
      placement="wide"
      testId="article-dialog"
    >
      {shown === null && error === null && <Skeleton className="h-60" />}
      {shown === null && error !== null && isGone && <EmptyState title={t('help.article.gone')} />}
      {shown === null && error !== null && !isGone && (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void article.load()}>{t('common.retry')}</Button>}
        />
      )}
      {shown && (
        <article className="mx-auto flex max-w-[68ch] flex-col gap-4">
          <p className="text-note text-ink-3 tabular-nums">{dateText(shown.createdAt)}</p>
          {shown.cover !== null && (
            <img
              src={shown.cover}
              alt=""
              className="max-h-80 w-full rounded-control bg-sunken object-contain"
            />
          )}
          <p data-testid="article-text" className="text-body leading-relaxed break-words whitespace-pre-wrap">
            {shown.content}
          </p>
        </article>
      )}
    </Dialog>
  );
}
