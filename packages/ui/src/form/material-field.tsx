import { useId, useRef, useState, type ReactNode } from 'react';
import { CircleAlert, File as FileIcon, Image as ImageIcon, RotateCcw, Trash2, Upload } from 'lucide-react';
import { formMessage, limitOf } from '@farm3d/api/validation';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { IconButton } from '../icon-button.tsx';
import { useFiles } from '../use-files.ts';
import { ImageViewer } from '../viewer/image-viewer.tsx';
import type { FieldProps } from './field-props.ts';
import type { UploadedFile } from './form-types.ts';
import { useAddresses } from './image-list-field.tsx';
import { useUploads } from './use-uploads.ts';

/** Extensions of files that are shown as images. Spec §5. */
const IMAGE_NAME = /\.(?:jpeg|jpg|gif|bmp|png)$/i;
const MEGABYTE = 1024 * 1024;

function sizeText(bytes: number): string {
  return bytes >= MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** Proof material: files that are chosen, dropped or pasted, each with its progress; images can be viewed. */
export function MaterialField({ field, value, peek, error, services, onChange, onPending }: FieldProps) {
  const files = (Array.isArray(value) ? value : []) as readonly UploadedFile[];
  const limit = limitOf(field) ?? 20;
  const { t, locale } = services;
  const uploads = useUploads({
    services,
    peek,
    limit,
    limitMessage: () => formMessage('material.limit', locale, { n: limit }),
    upload: services.uploadFile,
    onChange,
    onPending,
  });
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  const isOver = useFiles(root, { isBusy: false, hadFocus, onFiles: uploads.add });
  const addresses = useAddresses(services.addressOf);
  const [viewed, setViewed] = useState<number | null>(null);
  const images = files.filter(({ name }) => IMAGE_NAME.test(name));
  const problem = uploads.error ?? error;
  return (
    <fieldset
      ref={root}
      aria-describedby={`${id}-says`}
      data-testid={`field-${field.key}`}
      className="flex flex-col gap-2"
    >
      <legend className="mb-1 text-note font-medium text-ink-2">
        {field.label || formMessage('material.title', locale)}
        {field.required && (
          <span aria-hidden className="ml-0.5 text-alarm">
            *
          </span>
        )}
      </legend>
      <div
        className={classes(
          'flex flex-wrap items-center gap-3 rounded-control border border-dashed p-3 transition-colors duration-150',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-line-strong',
        )}
      >
        <Button
          size="sm"
          icon={<Upload size={16} />}
          data-testid="material-choose"
          data-invalid={problem ? true : undefined}
          onClick={() => input.current?.click()}
        >
          {t('form.file.add')}
        </Button>
        <p
          id={`${id}-says`}
          role={problem ? 'alert' : undefined}
          data-testid="material-says"
          className={classes('min-w-0 flex-[1_1_12rem] text-note', problem ? 'text-alarm' : 'text-ink-3')}
        >
          {problem ?? field.hint ?? formMessage('material.hint', locale)}
        </p>
        <span className="text-note text-ink-3 tabular-nums">
          {t('form.file.count', { n: files.length, m: limit })}
        </span>
      </div>
      {files.length + uploads.items.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {files.map((file) => {
            const image = images.indexOf(file);
            return (
              <MaterialRow
                key={file.id}
                name={file.name}
                // Of a file that a record names by its path the size is not known.
                note={file.sizeBytes > 0 ? sizeText(file.sizeBytes) : undefined}
                icon={image < 0 ? <FileIcon size={20} /> : <ImageIcon size={20} />}
                openLabel={t('form.file.open')}
                onOpen={
                  image < 0
                    ? () =>
                        void services
                          .addressOf(file.path)
                          .then((url) => window.open(url, '_blank', 'noopener'))
                    : () => setViewed(image)
                }
                actions={
                  <IconButton
                    size="sm"
                    tone="danger"
                    label={`${t('form.file.remove')} ${file.name}`}
                    icon={<Trash2 size={16} />}
                    data-testid="material-remove"
                    onClick={() => onChange(files.filter((one) => one !== file))}
                  />
                }
              />
            );
          })}
          {uploads.items.map(({ key, file, ratio, error: failure }) => (
            <MaterialRow
              key={key}
              name={file.name}
              note={failure ? undefined : `${Math.round(ratio * 100)}%`}
              icon={failure ? <CircleAlert size={20} className="text-alarm" /> : <Upload size={20} />}
              below={
                failure ? (
                  <span role="alert" className="text-note text-alarm" data-testid="material-failed">
                    {failure}
                  </span>
                ) : (
                  <progress
                    aria-label={t('form.file.sending', { name: file.name })}
                    max={1}
                    value={ratio}
                    data-testid="material-progress"
                    className="block h-1.5 w-full accent-leaf"
                  />
                )
              }
              actions={
                <>
                  {failure && (
                    <IconButton
                      size="sm"
                      label={`${t('form.file.retry')} ${file.name}`}
                      icon={<RotateCcw size={16} />}
                      data-testid="material-retry"
                      onClick={() => uploads.retry(key)}
                    />
                  )}
                  <IconButton
                    size="sm"
                    tone="danger"
                    label={`${t('form.file.remove')} ${file.name}`}
                    icon={<Trash2 size={16} />}
                    data-testid="material-drop"
                    onClick={() => uploads.drop(key)}
                  />
                </>
              }
            />
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          // The same file may be selected again after a failure.
          event.target.value = '';
          if (chosen.length > 0) uploads.add(chosen);
        }}
      />
      <ImageViewer
        images={images.map((file) => ({ src: addresses.srcOf(file), name: file.name }))}
        index={viewed}
        onIndex={setViewed}
        t={t}
        locale={locale}
      />
    </fieldset>
  );
}

interface MaterialRowProps {
  name: string;
  note: string | undefined;
  icon: ReactNode;
  below?: ReactNode;
  openLabel?: string;
  onOpen?: () => void;
  actions: ReactNode;
}

function MaterialRow({ name, note, icon, below, openLabel, onOpen, actions }: MaterialRowProps) {
  return (
    <li className="flex items-center gap-3 py-1 pr-1 pl-3" data-testid="material-file" data-name={name}>
      <span aria-hidden className="shrink-0 text-ink-3">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-body">
          {onOpen ? (
            <button
              type="button"
              title={openLabel}
              onClick={onOpen}
              className="min-w-0 truncate text-left text-water hover:underline"
            >
              {name}
            </button>
          ) : (
            <span className="min-w-0 truncate">{name}</span>
          )}
          {note && <span className="shrink-0 text-note text-ink-3 tabular-nums">{note}</span>}
        </p>
        {below}
      </div>
      <div className="flex shrink-0">{actions}</div>
    </li>
  );
}
