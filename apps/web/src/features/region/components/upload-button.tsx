import { useRef } from 'react';
import { FileUp } from 'lucide-react';
import { Button, type ButtonVariant } from '@farm3d/ui';
import type { MapFiles } from '../map-files.ts';
import { t } from '../zh-CN.ts';

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
