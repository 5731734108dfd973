import { useRef, useState } from 'react';
import { useModel } from '@preact/signals-react';
import { Archive, Download, FileImage, FileText, Trash2, Upload } from 'lucide-react';
import { useLocation } from 'wouter';
import type { StoredFile } from '@farm3d/api';
import { Button, ConfirmDialog, EmptyState, SearchField } from '@farm3d/ui';
import { BulkProgressDialog } from '../../components/bulk/bulk-progress-dialog.tsx';
import { BulkModel } from '../../components/bulk/bulk-work.ts';
import { sizeText } from '../../platform/save-file.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { MoreButton } from '../../kit/list.tsx';
import { PATHS } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { FileDialog } from './file-dialog.tsx';
import { ARCHIVE_MAX, FilesModel, type Files } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/files`: files of the organisation. */
export default function FilesPage() {
  const bulk = useModel(BulkModel);
  const model = useModelOf(FilesModel, bulk);
  const { session } = useServices();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<string | null>(null);
  const total = model.files.value.value?.total;
  const others = model.ofOthers.value;
  return (
    <Page
      hint={t('files.subtitle')}
      summary={total !== undefined && t('files.count', { n: total })}
      actions={
        <>
          {session.isAdministrator.value && (
            <Button
              icon={<Archive size={18} />}
              data-testid="files-export"
              onClick={() => navigate(PATHS.organisationData)}
            >
              {t('files.export')}
            </Button>
          )}
          <UploadButton model={model} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SearchField
          label={t('files.search')}
          clearLabel={t('common.clear')}
          value={model.search.value}
          onValueChange={model.type}
          testId="file-search"
        />
        <ChosenBar model={model} />
        <Loaded of={model.files}>{() => <Content model={model} onOpen={setOpened} />}</Loaded>
      </div>
      {opened !== null && <FileDialog key={opened} id={opened} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        open={model.asking.subject.value !== null}
        dangerous
        title={t('common.prompt')}
        message={
          <>
            <p>{t('files.delete.message', { n: model.chosen.value.size - others })}</p>
            {others > 0 && <p className="mt-1 text-note">{t('files.delete.others', { n: others })}</p>}
          </>
        }
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => void model.remove()}
        onCancel={model.asking.close}
      />
      <BulkProgressDialog bulk={bulk} />
    </Page>
  );
}

function UploadButton({ model }: { model: Files }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files.upload')}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (chosen.length > 0) void model.upload(chosen);
        }}
      />
      <Button
        variant="primary"
        icon={<Upload size={18} />}
        data-testid="files-upload"
        onClick={() => input.current?.click()}
      >
        {t('files.upload')}
      </Button>
    </>
  );
}

function Content({ model, onOpen }: { model: Files; onOpen: (id: string) => void }) {
  if ((model.files.value.value?.items.length ?? 0) > 0) return <FileList model={model} onOpen={onOpen} />;
  return model.search.value.trim() === '' ? (
    <EmptyState testId="files-empty" title={t('files.empty.title')} hint={t('files.empty.hint')} />
  ) : (
    <EmptyState
      testId="files-no-match"
      title={t('files.noMatch.title')}
      hint={t('files.noMatch.hint')}
      action={<Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
    />
  );
}

const ICON = { size: 18 } as const;

/** What can be done with the chosen files. */
function ChosenBar({ model }: { model: Files }) {
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
        onClick={() => model.asking.open(true)}
      >
        {t('common.delete')}
      </Button>
    </div>
  );
}

const KIND_ICON = { size: 20, className: 'shrink-0 text-ink-3', 'aria-hidden': true } as const;

/** The files with a checkbox each, and a button that shows more of them. */
function FileList({ model, onOpen }: { model: Files; onOpen: (id: string) => void }) {
  const items = model.files.value.value?.items ?? [];
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
      <MoreButton pages={model.files} testId="files-more" />
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
        {width === null ? <FileText {...KIND_ICON} /> : <FileImage {...KIND_ICON} />}
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
