import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  ChevronLeft,
  ChevronRight,
  ImageOff,
  Maximize,
  RotateCcw,
  RotateCw,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { formMessage, type Locale } from '@farm3d/api/validation';
import { IconButton } from '../icon-button.tsx';
import type { FormText } from '../form-texts.ts';
import { useViewGestures } from './use-view-gestures.ts';
import { turnBy, WHOLE_IMAGE, ZOOM_CLICK, zoomBy, type ViewTransform } from './view-transform.ts';

export interface ViewedImage {
  readonly src: string;
  readonly name: string;
}

export interface ImageViewerProps {
  t: FormText;
  locale: Locale;
  images: readonly ViewedImage[];
  /** Index of the shown image; null: closed. */
  index: number | null;
  onIndex: (index: number | null) => void;
  /** Default 2000 (Spec §9). */
  zIndex?: number;
}

const MIDDLE = { x: 0, y: 0 };
const ICON = { size: 20 } as const;

/**
 * Images over the whole page: zoomed, turned, and leafed through by buttons, wheel, two fingers and keys
 * (+, -, 0, R, Shift R, arrows, Escape).
 */
export function ImageViewer({ images, index, onIndex, t, locale, zIndex = 2000 }: ImageViewerProps) {
  const image = index === null ? undefined : images[index];
  const close = (): void => onIndex(null);
  return (
    <Dialog open={image !== undefined} onClose={close} className="relative" style={{ zIndex }}>
      <div className="fixed inset-0 bg-black/85" aria-hidden />
      <DialogPanel data-testid="image-viewer" className="fixed inset-0 flex flex-col text-white">
        {image && index !== null && (
          <Stage
            key={`${index} ${image.src}`}
            image={image}
            t={t}
            broken={formMessage('image.broken', locale)}
            onClose={close}
            onLeaf={
              images.length > 1
                ? (step) => onIndex((index + step + images.length) % images.length)
                : undefined
            }
          />
        )}
      </DialogPanel>
    </Dialog>
  );
}

interface StageProps extends Pick<ImageViewerProps, 't'> {
  image: ViewedImage;
  broken: string;
  onClose: () => void;
  onLeaf: ((step: 1 | -1) => void) | undefined;
}

function Stage({ image, t, broken, onClose, onLeaf }: StageProps) {
  const [view, setView] = useState<ViewTransform>(WHOLE_IMAGE);
  const [isBroken, setBroken] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  useViewGestures(stage, setView);
  const zoom = (steps: number): void => setView((now) => zoomBy(now, steps * ZOOM_CLICK, MIDDLE));
  const turn = (quarters: 1 | -1): void => setView((now) => turnBy(now, quarters));
  const press = (event: KeyboardEvent): void => {
    const action = actionOf(event, { zoom, turn, whole: () => setView(WHOLE_IMAGE), leaf: onLeaf });
    if (!action) return;
    event.preventDefault();
    action();
  };
  // The keys work wherever the focus is in the dialog.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole dialog
    <div
      ref={root}
      tabIndex={-1}
      onKeyDown={press}
      className="flex min-h-0 flex-1 flex-col outline-none"
      data-scale={view.scale}
      data-angle={view.angle}
      data-testid="image-viewer-view"
    >
      <header className="flex items-center gap-2 py-2 pr-2 pl-4">
        <DialogTitle className="min-w-0 flex-1 truncate text-body">{image.name}</DialogTitle>
        <ViewerButton label={t('form.close')} icon={<X {...ICON} />} onClick={onClose} testId="close" />
      </header>
      <div ref={stage} className="relative grid min-h-0 flex-1 touch-none place-items-center overflow-hidden">
        {isBroken ? (
          <p className="flex flex-col items-center gap-2 text-body" data-testid="image-viewer-broken">
            <ImageOff aria-hidden size={40} strokeWidth={1.25} />
            {broken}
          </p>
        ) : (
          <img
            src={image.src}
            alt={image.name}
            draggable={false}
            onError={() => setBroken(true)}
            className="max-h-full max-w-full select-none"
            style={{
              transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale}) rotate(${view.angle}deg)`,
            }}
          />
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-center gap-1 p-2">
        {onLeaf && (
          <ViewerButton
            label={t('form.viewer.previous')}
            icon={<ChevronLeft {...ICON} />}
            onClick={() => onLeaf(-1)}
            testId="previous"
          />
        )}
        <ViewerButton
          label={t('form.viewer.smaller')}
          icon={<ZoomOut {...ICON} />}
          onClick={() => zoom(-1)}
          testId="smaller"
        />
        <ViewerButton
          label={t('form.viewer.larger')}
          icon={<ZoomIn {...ICON} />}
          onClick={() => zoom(1)}
          testId="larger"
        />
        <ViewerButton
          label={t('form.viewer.whole')}
          icon={<Maximize {...ICON} />}
          onClick={() => setView(WHOLE_IMAGE)}
          testId="whole"
        />
        <ViewerButton
          label={t('form.viewer.left')}
          icon={<RotateCcw {...ICON} />}
          onClick={() => turn(-1)}
          testId="left"
        />
        <ViewerButton
          label={t('form.viewer.right')}
          icon={<RotateCw {...ICON} />}
          onClick={() => turn(1)}
          testId="right"
        />
        {onLeaf && (
          <ViewerButton
            label={t('form.viewer.next')}
            icon={<ChevronRight {...ICON} />}
            onClick={() => onLeaf(1)}
            testId="next"
          />
        )}
      </footer>
    </div>
  );
}

interface Actions {
  zoom: (steps: number) => void;
  turn: (quarters: 1 | -1) => void;
  whole: () => void;
  leaf: ((step: 1 | -1) => void) | undefined;
}

function actionOf(event: KeyboardEvent, { zoom, turn, whole, leaf }: Actions): (() => void) | undefined {
  switch (event.key) {
    case '+':
    case '=':
    case 'ArrowUp':
      return () => zoom(1);
    case '-':
    case 'ArrowDown':
      return () => zoom(-1);
    case '0':
      return whole;
    case 'r':
      return () => turn(1);
    case 'R':
      return () => turn(-1);
    case 'ArrowLeft':
      return leaf && (() => leaf(-1));
    case 'ArrowRight':
      return leaf && (() => leaf(1));
    default:
      return undefined;
  }
}

function ViewerButton({
  label,
  icon,
  onClick,
  testId,
}: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  testId: string;
}) {
  return (
    <IconButton
      label={label}
      icon={icon}
      onClick={onClick}
      data-testid={`image-viewer-${testId}`}
      className="text-white! hover:bg-white/15!"
    />
  );
}
