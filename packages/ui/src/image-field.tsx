import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { CircleAlert, ImageOff, ImagePlus, Trash2, X } from 'lucide-react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { IconButton } from './icon-button.tsx';
import { useFiles } from './use-files.ts';

/** Texts of an {@link ImageField}. */
interface ImageFieldTexts {
  choose: string;
  replace: string;
  remove: string;
  cancel: string;
  /** While a file is dragged over the field. */
  drop: string;
  /** Instead of an image that cannot be loaded. */
  broken: string;
  /** Opens an image; needed with `onView`. */
  view?: string;
}

/** An image that a field holds. */
interface FieldImage {
  readonly key: string;
  readonly src: string;
  /** Alternative text. */
  readonly alt: string;
}

export interface ImageFieldProps {
  label: string;
  /** Present images. */
  images: readonly FieldImage[];
  /** Number of images that it may hold. Default 1: another one replaces it. */
  max?: number;
  /** Shown without an image. Default: an icon. */
  placeholder?: ReactNode;
  hint?: string;
  /** Shown instead of the hint and read aloud. The previous image stays. */
  error?: string | null;
  /** Result, shown instead of the hint. */
  note?: string | null;
  /** Present step and its progress 0 … 1; null: idle. */
  progress: { label: string; ratio: number } | null;
  /** Types that the system's file dialog offers. Default 'image/*'. */
  accept?: string;
  texts: ImageFieldTexts;
  /** Called with files that were selected, dropped or pasted, at least one. */
  onFiles: (files: readonly File[]) => void;
  onCancel: () => void;
  /** Default: no image can be removed. */
  onRemove?: ((key: string) => void) | undefined;
  /** Opens an image. Default: it cannot be opened. */
  onView?: ((key: string) => void) | undefined;
  /** An image could not be loaded. */
  onBroken?: ((key: string) => void) | undefined;
  required?: boolean | undefined;
  testId?: string;
}

/** Image field: a file is selected by button, dropped on the field, or pasted anywhere in its dialog. */
export function ImageField(props: ImageFieldProps) {
  const { label, images, max = 1, progress, texts, error, note, hint, testId, onFiles, onRemove } = props;
  const single = images[0];
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isBusy = progress !== null;
  const messageKind = error ? 'error' : note ? 'note' : hint ? 'hint' : null;
  const hadFocus = useRef(false);
  const wasBusy = useRef(isBusy);
  const isOver = useFiles(root, { isBusy, hadFocus, onFiles });

  // The focused button is removed when an upload begins or ends: the focus stays in the field.
  useLayoutEffect(() => {
    if (wasBusy.current !== isBusy && hadFocus.current && document.activeElement === document.body)
      root.current?.querySelector('button')?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);

  return (
    <fieldset
      ref={root}
      aria-describedby={messageKind ? `${id}-says` : undefined}
      data-testid={testId}
      data-busy={isBusy}
      className="flex flex-col gap-1"
    >
      <legend className="mb-1 text-note font-medium text-ink-2">
        {label}
        {props.required && (
          <span aria-hidden className="ml-0.5 text-alarm">
            *
          </span>
        )}
      </legend>
      {max > 1 && images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {images.map((image) => (
            <li key={image.key} className="relative">
              <Frame {...props} image={image} isDimmed={false} />
              {onRemove && (
                <IconButton
                  size="sm"
                  tone="danger"
                  label={`${texts.remove} ${image.alt}`}
                  icon={<Trash2 size={16} />}
                  data-testid="image-remove"
                  className="absolute top-1 right-1 bg-raised"
                  onClick={() => onRemove(image.key)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div
        className={classes(
          'flex items-center gap-4 rounded-control border border-dashed p-2 transition-colors duration-150',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-line-strong',
        )}
      >
        {max === 1 && <Frame {...props} image={single} isDimmed={isBusy} />}
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          {progress ? (
            <Progress progress={progress} texts={texts} onCancel={props.onCancel} />
          ) : (
            <div className="flex items-center gap-1">
              <Button
                size="sm"
                icon={<ImagePlus size={16} />}
                data-testid="image-choose"
                data-invalid={error ? true : undefined}
                aria-describedby={messageKind ? `${id}-says` : undefined}
                onClick={() => input.current?.click()}
              >
                {single && max === 1 ? texts.replace : texts.choose}
              </Button>
              {single && max === 1 && onRemove && (
                <IconButton
                  size="sm"
                  tone="danger"
                  label={texts.remove}
                  icon={<Trash2 size={16} />}
                  data-testid="image-remove"
                  onClick={() => onRemove(single.key)}
                />
              )}
            </div>
          )}
          <p
            id={`${id}-says`}
            role={error ? 'alert' : 'status'}
            data-testid="image-says"
            data-kind={messageKind}
            className={classes('text-note', error ? 'flex gap-1 text-alarm' : 'text-ink-3')}
          >
            {error && <CircleAlert aria-hidden size={14} className="mt-1 shrink-0" />}
            {isOver ? texts.drop : (error ?? note ?? (isBusy ? '' : hint))}
          </p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={props.accept ?? 'image/*'}
        multiple={max > 1}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be selected again after a failure.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </fieldset>
  );
}

interface FrameProps extends Pick<ImageFieldProps, 'placeholder' | 'texts' | 'onView' | 'onBroken'> {
  image: FieldImage | undefined;
  isDimmed: boolean;
}

function Frame({ image, placeholder, texts, isDimmed, onView, onBroken }: FrameProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const isBroken = image !== undefined && failedSrc === image.src;
  return (
    <span
      className={classes(
        'relative grid h-24 w-32 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-ink-3 transition-opacity duration-150 max-[420px]:w-24',
        isDimmed && 'opacity-50',
      )}
    >
      {image === undefined ? (
        (placeholder ?? <ImagePlus aria-hidden size={28} strokeWidth={1.25} />)
      ) : isBroken ? (
        <span className="flex flex-col items-center gap-1 text-xs">
          <ImageOff aria-hidden size={24} strokeWidth={1.25} />
          {texts.broken}
        </span>
      ) : (
        <img
          src={image.src}
          alt={image.alt}
          data-testid="image-shown"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
          onError={() => {
            setFailedSrc(image.src);
            onBroken?.(image.key);
          }}
        />
      )}
      {image && !isBroken && onView && (
        <button
          type="button"
          aria-label={`${texts.view ?? ''} ${image.alt}`}
          data-testid="image-view"
          onClick={() => onView(image.key)}
          className="absolute inset-0 cursor-zoom-in"
        />
      )}
    </span>
  );
}

function Progress({
  progress: { label, ratio },
  texts,
  onCancel,
}: {
  progress: { label: string; ratio: number };
  texts: ImageFieldTexts;
  onCancel: () => void;
}) {
  const percent = Math.round(ratio * 100);
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="tabular-nums flex justify-between gap-2 text-note text-ink-2">
          <span className="truncate">{label}</span>
          <span>{percent}%</span>
        </p>
        <progress
          aria-label={label}
          max={1}
          value={ratio}
          data-testid="image-progress"
          className="mt-1 block h-1.5 w-full accent-leaf"
        />
      </div>
      <IconButton
        size="sm"
        label={texts.cancel}
        icon={<X size={16} />}
        data-testid="image-cancel"
        onClick={onCancel}
      />
    </div>
  );
}
