import { CircleAlert, CircleCheck, FlaskConical, Map as MapIcon, Trash2 } from 'lucide-react';
import type { RegionMapFile } from '@farm3d/api';
import { Button, IconButton } from '@farm3d/ui';
import { Confirm } from '../../../kit/confirm.tsx';
import { PageDialog } from '../../../kit/dialog.tsx';
import type { FileUpload } from '../map-files.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';
import { UploadButton } from './upload-prompt.tsx';

/** Files of the simulated territory, removed together. */
const isSimulated = ({ name }: RegionMapFile): boolean => name.startsWith('模拟领地');

/** Dialog of the map files: stored files, uploads in progress, and errors. */
export function MapFilesDialog({ screen }: { screen: RegionScreen }) {
  const { files, maps, path } = screen;
  const list = maps.value.value?.items ?? [];
  const own = list.filter((map) => !isSimulated(map));
  const simulated = list.filter(isSimulated);
  const level = path.value.at(-1)?.name ?? t('region.files.top');
  return (
    <>
      <PageDialog
        open={files.isShown.value}
        onClose={files.dismiss}
        title={t('region.files')}
        testId="region-files-dialog"
        actions={<UploadButton files={files} variant="primary" />}
      >
        <p className="text-note text-ink-2">{t('region.files.hint', { level })}</p>
        <Uploads screen={screen} />
        {files.problem.value !== null && (
          <p role="alert" className="mt-3 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
            {files.problem.value}
          </p>
        )}
        {list.length === 0 && files.uploads.value.length === 0 && (
          <p className="mt-4 rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-body text-ink-2">
            {t('region.files.none')}
          </p>
        )}
        {list.length > 0 && (
          <ul className="mt-4 divide-y divide-line">
            {own.map((map) => (
              <FileRow
                key={map.id}
                icon={<MapIcon aria-hidden size={18} />}
                name={map.name}
                note={`${
                  map.parentCode === ''
                    ? t('region.files.top')
                    : t('region.files.inside', { name: screen.nameOf(map.parentCode) })
                } · ${t('region.files.regions', { n: map.regions })} · ${sizeText(map.sizeBytes)}`}
                onRemove={() => files.removal.ask([map])}
              />
            ))}
            {simulated.length > 0 && (
              <FileRow
                icon={<FlaskConical aria-hidden size={18} className="text-amber" />}
                name={t('region.simulated')}
                note={t('region.files.simulated', { n: simulated.length })}
                onRemove={() => files.removal.ask(simulated)}
              />
            )}
          </ul>
        )}
      </PageDialog>
      <Confirm
        question={files.removal}
        title={t('region.files.remove.title')}
        message={removalText}
        testId="region-file-confirm"
      />
    </>
  );
}

const removalText = (files: readonly RegionMapFile[]) => (
  <>
    <p>{t('region.files.remove.message')}</p>
    <p className="mt-1 text-note text-ink-3">{filesText(files)}</p>
  </>
);

function filesText(files: readonly RegionMapFile[]): string {
  const [first] = files;
  if (!first) return '';
  return files.length > 1 ? t('region.files.simulated', { n: files.length }) : first.name;
}

interface FileRowProps {
  icon: React.ReactNode;
  name: string;
  note: string;
  onRemove: () => void;
}

function FileRow({ icon, name, note, onRemove }: FileRowProps) {
  return (
    <li data-testid="region-file" className="flex items-center gap-3 py-2">
      <span className="shrink-0 text-ink-3">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-body">{name}</p>
        <p className="tabular-nums text-note text-ink-3">{note}</p>
      </div>
      <IconButton
        label={t('region.files.remove', { name })}
        icon={<Trash2 size={18} />}
        tone="danger"
        data-testid="region-file-remove"
        onClick={onRemove}
      />
    </li>
  );
}

/** The files of an upload with progress or error. */
function Uploads({ screen }: { screen: RegionScreen }) {
  const { files } = screen;
  const uploads = files.uploads.value;
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'saved' || state === 'refused').length;
  return (
    <section
      aria-label={t('region.files.upload')}
      data-testid="region-file-work"
      className="mt-3 rounded-control border border-line p-3"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="tabular-nums text-note text-ink-2">
          {t('region.files.done', { done, n: uploads.length })}
        </p>
        {files.isBusy.value && (
          <Button size="sm" data-testid="region-file-cancel" onClick={files.cancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
      <ul aria-live="polite" className="mt-2 flex flex-col gap-2">
        {uploads.map((upload, index) => (
          <li key={`${index} ${upload.name}`} data-testid="region-file-state" data-state={upload.state}>
            <UploadRow upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: FileUpload }) {
  const { name, state, ratio, reason } = upload;
  if (state === 'refused') {
    return (
      <p role="alert" className="flex gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
        <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">{t('region.files.refused', { name, reason })}</span>
      </p>
    );
  }
  const text = state === 'waiting' ? name : t(`region.files.is.${state}`, { name });
  return (
    <div className="px-1">
      <p className="flex items-center gap-2 text-note">
        {state === 'saved' && <CircleCheck aria-hidden size={16} className="shrink-0 text-leaf" />}
        <span className="truncate">{text}</span>
      </p>
      {(state === 'reading' || state === 'sending') && (
        <progress
          aria-label={text}
          className="mt-1 h-1.5 w-full accent-leaf"
          {...(state === 'sending' ? {} : { value: ratio })}
        />
      )}
    </div>
  );
}

const sizeText = (bytes: number): string =>
  bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} KB`;
