import { Download, Trash2 } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { ARCHIVE_MAX, type Files } from '../model.ts';
import { t } from '../zh-CN.ts';

const ICON = { size: 18 } as const;

/** What can be done with the chosen files. */
export function ChosenBar({ model }: { model: Files }) {
  const n = model.chosen.value.size;
  if (n === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={t('files.chosen', { n })}
      data-testid="files-bar"
      className="flex flex-wrap items-center gap-2 rounded-control bg-leaf-soft px-3 py-1 text-leaf-ink"
    >
      <span className="mr-auto text-note font-medium" data-testid="files-chosen" data-count={n}>
        {t('files.chosen', { n })}
      </span>
      {n > ARCHIVE_MAX && (
        <output className="text-note">{t('files.download.limit', { n: ARCHIVE_MAX })}</output>
      )}
      <Button size="sm" variant="quiet" data-testid="files-none" onClick={model.chooseNone}>
        {t('files.none')}
      </Button>
      <Button
        size="sm"
        icon={<Download {...ICON} />}
        data-testid="files-download"
        busy={model.isPacking.value}
        disabled={n > ARCHIVE_MAX}
        onClick={() => void model.download()}
      >
        {model.isPacking.value ? t('files.download.busy') : t('files.download')}
      </Button>
      <Button
        size="sm"
        icon={<Trash2 {...ICON} />}
        data-testid="files-delete"
        disabled={model.ofOthers.value === n}
        onClick={() => model.ask(true)}
      >
        {t('files.delete')}
      </Button>
    </div>
  );
}
