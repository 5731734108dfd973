import { type ReactNode, useState } from 'react';
import { ImageOff } from 'lucide-react';
import { ConfirmDialog, ImageField, classes } from '@farm3d/ui';
import type { ImageUpload } from './image-upload.ts';
import { t } from './zh-CN.ts';

/** Types that the server accepts, for the system's file dialog. */
const ACCEPT = 'image/jpeg,image/png,image/gif,image/bmp,image/webp';

export interface ImageUploadFieldProps {
  label: string;
  upload: ImageUpload;
  /** Name of what the image belongs to. */
  name: string;
  placeholder?: ReactNode;
  /** Whether the image can be removed. Default true. */
  removable?: boolean;
  testId?: string;
}

/** Image field with upload and removal, for every dialog. */
export function ImageUploadField({
  label,
  upload,
  name,
  placeholder,
  removable = true,
  testId = 'picture-field',
}: ImageUploadFieldProps) {
  return (
    <>
      <ImageField
        label={label}
        images={
          upload.url.value === null
            ? []
            : [{ key: 'image', src: upload.url.value, alt: t('image.alt', { name }) }]
        }
        placeholder={placeholder}
        hint={t('image.hint')}
        error={upload.error.value}
        note={upload.note.value}
        progress={upload.progress.value}
        accept={ACCEPT}
        texts={{
          choose: t('image.choose'),
          replace: t('image.replace'),
          remove: t('image.remove'),
          cancel: t('image.cancel'),
          drop: t('image.drop'),
          broken: t('image.broken'),
        }}
        onFiles={upload.addFiles}
        onCancel={upload.cancel}
        onRemove={removable ? upload.requestRemoval : undefined}
        testId={testId}
      />
      <ConfirmDialog
        open={upload.isConfirmingRemoval.value}
        dangerous
        title={t('image.remove.title')}
        message={t('image.remove.message', { name })}
        confirmLabel={t('common.confirm')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => void upload.remove()}
        onCancel={upload.cancelRemoval}
        testId="picture-remove-dialog"
      />
    </>
  );
}

export interface UploadedImageProps {
  src: string;
  alt: string;
  className?: string;
  testId?: string;
}

/** An uploaded image; when it cannot be loaded, the text of the specification (§8) instead. */
export function UploadedImage({ src, alt, className, testId }: UploadedImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (failedSrc === src)
    return (
      <span
        data-testid={testId}
        className={classes(
          'flex flex-col items-center justify-center gap-1 bg-sunken text-note text-ink-3',
          className,
        )}
      >
        <ImageOff aria-hidden size={24} strokeWidth={1.25} />
        {t('image.broken')}
      </span>
    );
  return (
    <img
      src={src}
      alt={alt}
      data-testid={testId}
      draggable={false}
      className={classes('object-cover', className)}
      onError={() => setFailedSrc(src)}
    />
  );
}
