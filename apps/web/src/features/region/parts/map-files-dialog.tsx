import { useRef } from 'react';
import { FileUp, Trash2 } from 'lucide-react';
import { Button, Dialog, IconButton, type ButtonVariant } from '@farm3d/ui';
import type { MapFiles } from '../map-files.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../words.ts';

/** Opens the chooser of files. */
export function UploadButton({ files, variant = 'secondary' }: { files: MapFiles; variant?: ButtonVariant }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept=".geojson,.json,application/geo+json,application/json"
        tabIndex={-1}
        aria-label={t('region.files.add')}
        data-testid="region-file-input"
        className="sr-only"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          // The same file may be chosen again after it was mended.
          event.target.value = '';
          if (chosen.length > 0) files.add(chosen);
        }}
      />
      <Button
        variant={variant}
        icon={<FileUp aria-hidden size={18} strokeWidth={1.5} />}
        busy={files.work.value !== null}
        data-testid="region-upload"
        onClick={() => input.current?.click()}
      >
        {t('region.files.add')}
      </Button>
    </>
  );
}

/** The user's own map files: what there is, what is on its way, what was refused. */
export function MapFilesDialog({ screen }: { screen: RegionScreen }) {
  const { files, maps, path } = screen;
  const work = files.work.value;
  const list = maps.value.value?.items ?? [];
  const level = path.value.at(-1)?.name ?? t('region.files.top');
  return (
    <Dialog
      open={files.isOpen.value || work !== null || files.problems.value.length > 0}
      onClose={() => {
        files.cancel();
        files.dismiss();
      }}
      title={t('region.files')}
      closeLabel={t('common.close')}
      testId="region-files-dialog"
      actions={<UploadButton files={files} variant="primary" />}
    >
      <p className="text-note text-ink-2">{t('region.files.hint', { level })}</p>
      {work && (
        <div
          data-testid="region-file-work"
          className="mt-3 flex items-center gap-3 rounded-control bg-hover px-3 py-2"
        >
          <div className="min-w-0 flex-1">
            <p className="truncate text-note">
              {t(work.ratio === null ? 'region.files.sending' : 'region.files.reading', { name: work.name })}
            </p>
            <progress
              aria-label={t('region.files.reading', { name: work.name })}
              className="mt-1 h-1.5 w-full accent-leaf"
              {...(work.ratio === null ? {} : { value: work.ratio })}
            />
          </div>
          <Button size="sm" onClick={files.cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {files.problems.value.length > 0 && (
        <ul role="alert" data-testid="region-file-problems" className="mt-3 flex flex-col gap-1">
          {files.problems.value.map((text) => (
            <li key={text} className="rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
              {text}
            </li>
          ))}
        </ul>
      )}
      {list.length === 0 ? (
        <p className="mt-4 rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-body text-ink-2">
          {t('region.files.none')}
        </p>
      ) : (
        <ul className="mt-4 divide-y divide-line">
          {list.map((map) => (
            <li key={map.id} data-testid="region-file" className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate text-body">{map.name}</p>
                <p className="figures text-note text-ink-3">
                  {map.parentCode === ''
                    ? t('region.files.top')
                    : t('region.files.inside', { name: screen.nameOf(map.parentCode) })}
                  {' · '}
                  {t('region.files.regions', { n: map.regions })}
                </p>
              </div>
              <IconButton
                label={t('region.files.remove', { name: map.name })}
                icon={<Trash2 size={18} strokeWidth={1.5} />}
                tone="danger"
                data-testid="region-file-remove"
                onClick={() => void files.remove(map.id, map.parentCode)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
