import { FileImage, FileText } from 'lucide-react';
import type { StoredFile } from '@farm3d/api';
import { Button } from '@farm3d/ui';
import { sizeText } from '../../../kit/images/size-text.ts';
import { dateText } from '../../../platform/time-text.ts';
import type { Files } from '../model.ts';
import { t } from '../zh-CN.ts';

const ICON = { size: 20, className: 'shrink-0 text-ink-3', 'aria-hidden': true } as const;

/** The files with a checkbox each, and a button that shows more of them. */
export function FileList({ model, onOpen }: { model: Files; onOpen: (id: string) => void }) {
  const items = model.files.value.value?.items ?? [];
  const left = model.left.value;
  return (
    <div className="flex flex-col gap-3">
      <ul
        className="rounded-panel border border-line bg-raised"
        data-testid="files"
        data-count={items.length}
        aria-busy={model.files.loading.value}
      >
        {items.map((file) => (
          <FileRow key={file.id} file={file} model={model} onOpen={onOpen} />
        ))}
      </ul>
      {left > 0 && (
        <Button
          className="self-center"
          data-testid="files-more"
          busy={model.files.loading.value}
          onClick={model.more}
        >
          {t('files.more', { n: left })}
        </Button>
      )}
    </div>
  );
}

function FileRow({ file, model, onOpen }: { file: StoredFile; model: Files; onOpen: (id: string) => void }) {
  const { id, originalName: name, fileType, sizeBytes, width, author, createdAt } = file;
  return (
    <li
      data-testid="file-row"
      data-name={name}
      className="flex items-center gap-1 border-b border-line pr-3 last:border-b-0 hover:bg-hover"
    >
      <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
        <span className="sr-only">{t('files.choose', { name })}</span>
        <input
          type="checkbox"
          data-testid="file-choose"
          data-name={name}
          className="size-5 accent-leaf"
          checked={model.chosen.value.has(id)}
          onChange={() => model.toggle(file)}
        />
      </label>
      <button
        type="button"
        data-testid="file-open"
        data-name={name}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 text-left"
        onClick={() => onOpen(id)}
      >
        {width === null ? <FileText {...ICON} /> : <FileImage {...ICON} />}
        <span className="grid min-w-0 flex-1 gap-x-4 md:grid-cols-[2fr_1fr_1.4fr] md:items-center">
          <span className="truncate text-body font-medium">{name}</span>
          <span className="text-note text-ink-2 tabular-nums">
            {fileType.toUpperCase()} · {sizeText(sizeBytes)}
          </span>
          <span className="truncate text-note text-ink-3 tabular-nums">
            {author === '' ? t('files.by.unknown') : t('files.by', { name: author })} · {dateText(createdAt)}
          </span>
        </span>
      </button>
    </li>
  );
}
