import { useRef, useState } from 'react';
import { ChevronDown, FileUp, X } from 'lucide-react';
import { Button, classes, type ButtonVariant } from '@farm3d/ui';
import type { MapFiles } from '../map-files.ts';
import type { RegionScreen } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Shown without map files: what can be uploaded, and the upload button. */
export function UploadPrompt({ screen }: { screen: RegionScreen }) {
  const [isDismissed, setDismissed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (isDismissed) return null;
  return (
    <section
      aria-label={t('region.empty.title')}
      data-testid="region-empty"
      className="frosted thin-scrollbar pointer-events-auto relative mt-auto flex min-h-0 max-w-xl animate-rise flex-col gap-2 overflow-y-auto p-5 max-md:gap-1 max-md:p-3"
    >
      <button
        type="button"
        aria-label={t('common.close')}
        onClick={() => setDismissed(true)}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
      >
        <X aria-hidden size={18} />
      </button>
      <h2 className="pr-10 text-title font-semibold">{t('region.empty.title')}</h2>
      <p className="text-body text-ink-2 max-md:text-note">{t('region.empty.hint')}</p>
      {screen.mayChangeMaps.value ? (
        <>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <UploadButton files={screen.files} variant="primary" />
            <button
              type="button"
              aria-expanded={isOpen}
              data-testid="region-empty-more"
              onClick={() => setOpen(!isOpen)}
              className="flex h-11 items-center gap-1 rounded-control px-3 text-note text-water hover:bg-hover"
            >
              {t('region.empty.which')}
              <ChevronDown
                aria-hidden
                size={16}
                className={classes('transition-transform duration-150', isOpen && 'rotate-180')}
              />
            </button>
          </div>
          {isOpen && (
            <ul className="list-disc space-y-1 pl-5 text-note text-ink-2">
              <li>{t('region.empty.format')}</li>
              <li>{t('region.empty.names')}</li>
              <li>{t('region.empty.source')}</li>
            </ul>
          )}
        </>
      ) : (
        <p className="text-note text-ink-3">{t('region.empty.ask')}</p>
      )}
    </section>
  );
}

/** Opens the file dialog. */
export function UploadButton({ files, variant = 'secondary' }: { files: MapFiles; variant?: ButtonVariant }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept=".geojson,.json,.topojson,.f3rp,application/geo+json,application/json"
        tabIndex={-1}
        aria-label={t('region.files.add')}
        data-testid="region-file-input"
        className="sr-only"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          // The same file may be selected again after it was corrected.
          event.target.value = '';
          if (chosen.length > 0) files.add(chosen);
        }}
      />
      <Button
        variant={variant}
        icon={<FileUp aria-hidden size={18} />}
        busy={files.isBusy.value}
        data-testid="region-upload"
        onClick={() => input.current?.click()}
      >
        {t('region.files.add')}
      </Button>
    </>
  );
}
