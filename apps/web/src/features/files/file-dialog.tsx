import { createModel } from '@preact/signals-react';
import { ExternalLink } from 'lucide-react';
import { files, type PicturePreview, type StoredFile } from '@farm3d/api';
import { EmptyState, Skeleton } from '@farm3d/ui';
import { PageDialog } from '../../kit/dialog.tsx';
import { sizeText } from '../../platform/save-file.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { dateText } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

/** Longer side of the preview, pixels. */
const PREVIEW_PX = 640;

interface FileDetails {
  /** Null: it was deleted. */
  readonly file: StoredFile | null;
  /** Of an image. */
  readonly preview: PicturePreview | null;
}

/** One file as it is stored now, with a preview of an image. */
const FileDetailsModel = createModel(({ clientOf }: Services, id: string) => {
  const calls = clientOf({ files }).files;
  const details = loadable<FileDetails>(async (abort) => {
    const [file = null] = (await calls.list([id], { signal: abort })).items;
    const isImage = file !== null && file.width !== null;
    const preview = isImage ? await calls.preview(file.path, { size: PREVIEW_PX }, { signal: abort }) : null;
    return { file, preview };
  });
  void details.load();
  return { details };
});

/** Dialog of a file: what it is, who uploaded it, and who may do what with it. */
export function FileDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { details } = useModelOf(FileDetailsModel, id);
  const found = details.value.value;
  const file = found?.file ?? null;
  return (
    <PageDialog
      onClose={onClose}
      title={file?.originalName ?? t('files.title')}
      testId="file-dialog"
      actions={
        file && (
          <a
            href={file.url}
            target="_blank"
            rel="noreferrer"
            data-testid="file-original"
            className="inline-flex h-11 items-center gap-2 rounded-control bg-leaf px-4 text-body font-medium text-on-leaf hover:bg-leaf-strong"
          >
            <ExternalLink aria-hidden size={18} />
            {t('files.details.original')}
          </a>
        )
      }
    >
      <Loaded of={details} skeleton={<Skeleton className="h-60" />}>
        {() =>
          file ? (
            <Details file={file} preview={found?.preview ?? null} />
          ) : (
            <EmptyState title={t('files.details.gone')} />
          )
        }
      </Loaded>
    </PageDialog>
  );
}

function Details({ file, preview }: { file: StoredFile; preview: PicturePreview | null }) {
  const { originalName, fileType, mediaType, sizeBytes, width, height, author, createdAt } = file;
  const facts: (readonly [string, string])[] = [
    [t('files.details.type'), `${fileType.toUpperCase()} (${mediaType})`],
    [t('files.details.size'), sizeText(sizeBytes)],
    ...(width !== null && height !== null
      ? [[t('files.details.pixels'), t('files.details.pixels.value', { width, height })] as const]
      : []),
    [t('files.details.author'), author === '' ? t('files.by.unknown') : author],
    [t('files.details.time'), dateText(createdAt)],
    [t('files.details.read'), t('files.details.read.value')],
    [t('files.details.remove'), t('files.details.remove.value')],
  ];
  return (
    <div className="flex flex-col gap-4">
      {preview && (
        <img
          data-testid="file-preview"
          src={preview.url}
          alt={originalName}
          width={preview.width}
          height={preview.height}
          className="max-h-80 w-full rounded-control bg-sunken object-contain"
        />
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-body" data-testid="file-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
