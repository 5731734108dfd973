import { useEffect, useRef, useState } from 'react';
import { Eraser, MousePointer2, PenTool, Spline } from 'lucide-react';
import { Button } from '../button.tsx';
import { TextAreaField } from '../text-field.tsx';
import { Toolbar, ToolbarButton } from '../toolbar.tsx';
import { useLatest } from '../use-latest.ts';
import { supportsMaps } from './base-map.ts';
import { isComplete, measure, parsePoints, type PlotShape } from './drawn-plot.ts';
import type { MapProps } from './map-source.ts';
import { areaText, lengthText, mapTexts } from './map-texts.ts';
import { useMapTitle } from './use-map-title.ts';
import { PlotMap, type DrawMode } from './plot-map.ts';

export interface PlotEditorProps extends MapProps {
  shape: PlotShape | null;
  onShape: (shape: PlotShape | null) => void;
  /** The map as it is shown: called by the one who stores the plot. */
  onPreview: (take: () => Promise<Blob>) => void;
}

const ICON = { size: 18 } as const;

/** A map on which a plot is drawn by pointer, or typed as points. */
export default function PlotEditor({ t, baseMap, shape, onShape, onPreview }: PlotEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<PlotMap | null>(null);
  const [mode, setMode] = useState<DrawMode>(shape ? 'select' : 'polygon');
  const [isSupported] = useState(supportsMaps);
  const [isTyping, setTyping] = useState(false);
  const [isReady, setReady] = useState(false);
  const latest = useLatest({ onShape, onPreview });
  const first = useRef({ shape, baseMap, texts: mapTexts(t) });

  useEffect(() => {
    if (!container.current || !isSupported) return undefined;
    const { shape: stored, baseMap: base, texts } = first.current;
    const created = new PlotMap(container.current, base, {
      shape: stored,
      onShape: (next) => latest().onShape(next),
      onMode: setMode,
      locale: texts,
    });
    map.current = created;
    void created.ready.then(() => setReady(map.current === created));
    latest().onPreview(() => created.preview());
    return () => {
      map.current = null;
      created.dispose();
    };
  }, [latest, isSupported]);
  useMapTitle(container, t('form.map.pick'));
  useEffect(() => void map.current?.setMode(mode), [mode]);

  const apply = (next: PlotShape | null): void => {
    onShape(next);
    void map.current?.setShape(next, next !== null);
    setMode(next ? 'select' : 'polygon');
  };
  const size = shape && isComplete(shape) ? measure(shape) : null;
  return (
    <div className="flex flex-col gap-3">
      <div className="relative h-[min(28rem,55dvh)] overflow-hidden rounded-control border border-line">
        {!isSupported ? (
          <p role="alert" className="p-4 text-note text-alarm">
            {t('form.map.failed')}
          </p>
        ) : (
          <div
            ref={container}
            data-testid="plot-map"
            data-mode={mode}
            data-ready={isReady}
            className="size-full"
          />
        )}
        <div className="absolute top-2 left-2 z-10">
          <Toolbar label={t('form.map.draw')}>
            <ToolbarButton
              label={t('form.map.polygon')}
              icon={<PenTool {...ICON} />}
              pressed={mode === 'polygon'}
              onClick={() => setMode('polygon')}
              testId="plot-polygon"
            />
            <ToolbarButton
              label={t('form.map.line')}
              icon={<Spline {...ICON} />}
              pressed={mode === 'line'}
              onClick={() => setMode('line')}
              testId="plot-line"
            />
            <ToolbarButton
              label={t('form.map.select')}
              icon={<MousePointer2 {...ICON} />}
              pressed={mode === 'select'}
              disabled={shape === null}
              onClick={() => setMode('select')}
              testId="plot-select"
            />
            <ToolbarButton
              label={t('form.map.erase')}
              icon={<Eraser {...ICON} />}
              disabled={shape === null}
              onClick={() => apply(null)}
              testId="plot-erase"
            />
          </Toolbar>
        </div>
      </div>
      <p className="flex flex-wrap gap-x-4 text-note text-ink-2" aria-live="polite" data-testid="plot-size">
        {size ? (
          <>
            {shape?.kind === 'polygon' && (
              <span>
                {t('form.map.area')} <b className="tabular-nums">{areaText(size.area)}</b>
              </span>
            )}
            <span>
              {t('form.map.length')} <b className="tabular-nums">{lengthText(size.length)}</b>
            </span>
          </>
        ) : (
          t(`form.map.hint.${mode}`)
        )}
      </p>
      <PlotPoints
        key={JSON.stringify(shape)}
        t={t}
        shape={shape}
        isOpen={isTyping}
        onOpen={setTyping}
        onApply={(points) => apply({ kind: mode === 'line' ? 'line' : (shape?.kind ?? 'polygon'), points })}
      />
    </div>
  );
}

/** The points as text: for keyboards, screen readers, and measured places. */
function PlotPoints({
  t,
  shape,
  isOpen,
  onOpen,
  onApply,
}: Pick<PlotEditorProps, 't' | 'shape'> & {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onApply: (points: PlotShape['points']) => void;
}) {
  const [text, setText] = useState(
    () => shape?.points.map(([longitude, latitude]) => `${longitude}, ${latitude}`).join('\n') ?? '',
  );
  const [isWrong, setWrong] = useState(false);
  return (
    <details className="text-note" open={isOpen} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary className="min-h-8 cursor-pointer text-water" data-testid="plot-points-open">
        {t('form.map.points')}
      </summary>
      <TextAreaField
        label={t('form.map.points')}
        hint={t('form.map.points.hint')}
        error={isWrong ? t('form.map.points.wrong') : null}
        rows={5}
        value={text}
        onValueChange={setText}
        data-testid="plot-points"
      />
      <Button
        size="sm"
        className="mt-2"
        data-testid="plot-points-apply"
        onClick={() => {
          const points = parsePoints(text);
          const isRight = points !== null && points.length >= 2;
          setWrong(!isRight);
          if (isRight) onApply(points);
        }}
      >
        {t('form.map.points.apply')}
      </Button>
    </details>
  );
}
