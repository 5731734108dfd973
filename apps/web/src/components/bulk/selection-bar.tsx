import type { ReactNode } from 'react';
import { Button } from '@farm3d/ui';
import type { Selection } from './selection.ts';
import { t } from './zh-CN.ts';

interface SelectionBarProps {
  /** The test ids begin with it. */
  testId: string;
  selection: Selection;
  /** Devices of the list. */
  total: number;
  onAll: () => void;
  /** What can be done with the selected devices. */
  children: ReactNode;
}

/** How many devices of a list are selected, and what can be done with them; nothing while none is. */
export function SelectionBar({ testId, selection, total, onAll, children }: SelectionBarProps) {
  const n = selection.size.value;
  if (n === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.selected', { n })}
      data-testid={`${testId}-bar`}
      className="flex flex-wrap items-center gap-2 rounded-control bg-leaf-soft px-3 py-1 text-leaf-ink"
    >
      <span className="mr-auto text-note font-medium" data-testid={`${testId}-count`} data-count={n}>
        {t('bulk.selected', { n })}
      </span>
      {n < total && (
        <Button size="sm" variant="quiet" data-testid={`${testId}-all`} onClick={onAll}>
          {t('bulk.select.all', { n: total })}
        </Button>
      )}
      <Button size="sm" variant="quiet" data-testid={`${testId}-none`} onClick={selection.clear}>
        {t('bulk.select.none')}
      </Button>
      {children}
    </div>
  );
}
