import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { PenTool, X } from 'lucide-react';
import { formMessage } from '@farm3d/api/validation';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { describedBy, FieldFrame } from '../field.tsx';
import { IconButton } from '../icon-button.tsx';
import { decodePlot, encodePlot, isComplete, type DrawnPlot, type PlotShape } from '../map/drawn-plot.ts';
import { areaText, lengthText } from '../map/map-texts.ts';
import { Skeleton } from '../states.tsx';
import type { FieldProps } from './field-props.ts';

// MapLibre and terra-draw are fetched when a map is opened.
const PlotEditor = lazy(() => import('../map/plot-editor.tsx'));

/** A plot drawn on a map in a dialog, stored with its size and a preview image (readings 18). */
export function PlotField({ field, value, error, services, onChange, onLeave }: FieldProps) {
  const id = useId();
  const plot = value as DrawnPlot | null;
  const [isOpen, setOpen] = useState(false);
  const { t } = services;
  const shape = plot && decodePlot(plot);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      <div className="flex flex-wrap items-center gap-3 rounded-control border border-line-strong p-2">
        {plot && (
          <Preview key={plot.preview} path={plot.preview} addressOf={services.addressOf} alt={field.label} />
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          {plot && (
            <p className="text-note text-ink-2 tabular-nums" data-testid={`field-${field.key}-size`}>
              {shape?.kind === 'polygon' && `${t('form.map.area')} ${areaText(plot.area)} · `}
              {t('form.map.length')} {lengthText(plot.length)}
            </p>
          )}
          <Button
            id={id}
            size="sm"
            className="self-start"
            icon={<PenTool size={16} />}
            data-testid={`field-${field.key}`}
            data-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, field.hint, error)}
            onClick={() => setOpen(true)}
          >
            {t(plot ? 'form.map.edit' : 'form.map.draw')}
          </Button>
        </div>
        {plot && <IconButton label={t('form.clear')} icon={<X size={18} />} onClick={() => onChange(null)} />}
      </div>
      {isOpen && (
        <PlotDialog
          field={field}
          services={services}
          shape={shape}
          onPlot={(next) => {
            onChange(next);
            setOpen(false);
            onLeave();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </FieldFrame>
  );
}

interface PlotDialogProps extends Pick<FieldProps, 'field' | 'services'> {
  shape: PlotShape | null;
  onPlot: (plot: DrawnPlot | null) => void;
  onClose: () => void;
}

function PlotDialog({ field, services, shape: stored, onPlot, onClose }: PlotDialogProps) {
  const { t, locale } = services;
  const [shape, setShape] = useState(stored);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const takePreview = useRef<(() => Promise<Blob>) | null>(null);
  const abort = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    return () => controller.abort();
  }, []);
  const save = async (): Promise<void> => {
    if (!shape || !isComplete(shape)) return onPlot(null);
    setSaving(true);
    setProblem(null);
    try {
      const image = await takePreview.current?.();
      const { signal } = abort.current;
      const preview = image ? (await services.uploadPreview(image, signal)).path : '';
      if (!signal.aborted) onPlot(encodePlot(shape, preview));
    } catch (error) {
      // The drawing stays: another try sends the preview again.
      setProblem(services.refusalOf(error) ?? formMessage('upload.failed', locale));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      keepOpen
      placement="wide"
      title={field.label}
      closeLabel={t('form.close')}
      onClose={onClose}
      testId="plot-dialog"
      actions={
        <>
          {problem && (
            <p role="alert" className="mr-auto self-center text-note text-alarm">
              {problem}
            </p>
          )}
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" busy={isSaving} data-testid="plot-save" onClick={() => void save()}>
            {t(isSaving ? 'form.map.saving' : 'form.map.use')}
          </Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton className="h-96" />}>
        <PlotEditor
          t={t}
          baseMap={services.baseMap}
          shape={shape}
          onShape={setShape}
          onPreview={(take) => void (takePreview.current = take)}
        />
      </Suspense>
    </Dialog>
  );
}

function Preview({
  path,
  addressOf,
  alt,
}: {
  path: string;
  addressOf: (path: string) => Promise<string>;
  alt: string;
}) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (path !== '')
      addressOf(path).then(
        (address) => isMounted && setSrc(address),
        () => {},
      );
    return () => void (isMounted = false);
  }, [path, addressOf]);
  return src === null ? null : (
    <img
      src={src}
      alt={alt}
      data-testid="plot-preview"
      className="h-16 w-24 shrink-0 rounded-control object-cover"
    />
  );
}
