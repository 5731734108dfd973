import type { ReactNode } from 'react';
import { Button, EmptyState, SearchField } from '@farm3d/ui';
import { t } from '../platform/locale.ts';
import type { ListModel, PagesModel } from './list-model.ts';
import { Loaded, SkeletonRows } from './loaded.tsx';

interface Emptiness {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
}

interface ListProps<Row> {
  model: ListModel<Row>;
  /** Test id of the list; that of what is shown without rows, and of the button that tries again, begin with it. */
  testId: string;
  /** Label of the field that finds rows. Default: there is none. */
  search?: string;
  searchTestId?: string;
  /** What is shown without rows. Default: the list is never empty. */
  empty?: Emptiness;
  /** What is shown when the search finds nothing. */
  noMatch?: Emptiness;
  /** Class of the height of a row, while the rows are fetched. */
  rowHeight?: string;
  /** Between the search and the rows. */
  above?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** Rows with their search, and what stands in their place while there are none. */
export function List<Row>({ model, testId, search, searchTestId, above, ...rest }: ListProps<Row>) {
  return (
    <div className="flex flex-col gap-4">
      {search !== undefined && (
        <SearchField
          label={search}
          clearLabel={t('common.clear')}
          value={model.search.value}
          onValueChange={model.type}
          testId={searchTestId ?? `${testId}-search`}
        />
      )}
      {above}
      <Loaded
        of={model.parts()}
        skeleton={<SkeletonRows className={rest.rowHeight ?? 'h-14'} />}
        onRetry={model.refresh}
        retryTestId={`${testId}-retry`}
      >
        {() => <Rows model={model} testId={testId} {...rest} />}
      </Loaded>
    </div>
  );
}

function Rows<Row>({ model, testId, empty, noMatch, children }: ListProps<Row>) {
  const shown = model.shown.value;
  if (shown.length > 0)
    return (
      <ul
        className="rounded-panel border border-line bg-raised"
        data-testid={testId}
        data-count={shown.length}
      >
        {shown.map((row) => children(row))}
      </ul>
    );
  if (noMatch && model.search.value.trim() !== '')
    return (
      <EmptyState
        testId={`${testId}-none`}
        {...noMatch}
        action={noMatch.action ?? <Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
      />
    );
  return empty && <EmptyState testId={`${testId}-none`} {...empty} />;
}

interface MoreButtonProps {
  pages: Pick<PagesModel<unknown>, 'left' | 'loading' | 'more'>;
  testId: string;
}

/** Fetches more rows of a list, while there are some. */
export function MoreButton({ pages, testId }: MoreButtonProps) {
  const n = pages.left.value;
  return (
    n > 0 && (
      <Button
        size="sm"
        className="self-center"
        data-testid={testId}
        busy={pages.loading.value}
        onClick={pages.more}
      >
        {t('common.more', { n })}
      </Button>
    )
  );
}
