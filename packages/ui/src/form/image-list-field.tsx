import { useEffect, useRef, useState } from 'react';
import { formMessage, limitOf } from '@farm3d/api/validation';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ImageField } from '../image-field.tsx';
import { ImageViewer } from '../viewer/image-viewer.tsx';
import type { FieldProps } from './field-props.ts';
import type { UploadedFile } from './form-types.ts';
import { useUploads } from './use-uploads.ts';

/** Images that the server takes and browsers show. */
const IMAGE_TYPES = 'image/jpeg,image/png,image/gif,image/bmp,image/webp';

/** One image or several: uploaded, viewed, removed. */
export function ImageListField({ field, value, peek, error, services, onChange, onPending }: FieldProps) {
  const files = (Array.isArray(value) ? value : []) as readonly UploadedFile[];
  const max = limitOf(field) ?? 1;
  const { t, locale } = services;
  const uploads = useUploads({
    services,
    peek,
    // One image is replaced by the next.
    limit: max,
    isReplaced: max === 1,
    limitMessage: (free) => formMessage('image.limit', locale, { n: max, m: free }),
    refuse: ({ type }) => (IMAGE_TYPES.split(',').includes(type) ? null : t('form.image.type')),
    upload: services.uploadImage,
    onChange,
    onPending,
  });
  const addresses = useAddresses(services.addressOf);
  const [viewed, setViewed] = useState<number | null>(null);
  const [removed, setRemoved] = useState<UploadedFile | null>(null);
  const failed = uploads.items.find((item) => item.error !== null);
  const sending = uploads.items.find((item) => item.error === null);
  const images = files.map((file) => ({
    key: file.id,
    src: addresses.srcOf(file),
    alt: file.name,
  }));
  return (
    <>
      <ImageField
        label={field.label}
        required={field.required}
        images={images}
        max={max}
        hint={field.hint ?? t('form.image.hint')}
        error={uploads.error ?? failed?.error ?? error}
        progress={
          sending
            ? { label: t('form.image.sending', { name: sending.file.name }), ratio: sending.ratio }
            : null
        }
        accept={IMAGE_TYPES}
        texts={{
          choose: t('form.image.add'),
          replace: t('form.image.replace'),
          remove: t('form.image.remove'),
          cancel: t('form.image.cancel'),
          drop: t('form.image.drop'),
          view: t('form.image.view'),
          broken: formMessage('image.broken', locale),
        }}
        onFiles={(chosen) => {
          // A failed file leaves the list when another is chosen.
          if (failed) uploads.drop(failed.key);
          uploads.add(chosen);
        }}
        onCancel={() => sending && uploads.drop(sending.key)}
        onRemove={(key) => setRemoved(files.find(({ id }) => id === key) ?? null)}
        onView={(key) => setViewed(files.findIndex(({ id }) => id === key))}
        onBroken={(key) => addresses.renew(files.find(({ id }) => id === key))}
        testId={`field-${field.key}`}
      />
      <ConfirmDialog
        open={removed !== null}
        testId="image-remove-dialog"
        dangerous
        title={formMessage('image.remove.title', locale)}
        message={formMessage('image.remove', locale, { name: removed?.name ?? '' })}
        confirmLabel={t('form.confirm')}
        cancelLabel={t('form.cancel')}
        onConfirm={() => {
          onChange(files.filter((file) => file !== removed));
          setRemoved(null);
        }}
        onCancel={() => setRemoved(null)}
      />
      <ImageViewer
        images={images.map(({ src, alt }) => ({ src, name: alt }))}
        index={viewed}
        onIndex={setViewed}
        t={t}
        locale={locale}
      />
    </>
  );
}

/** Addresses of stored images: those of an earlier visit have run out and are renewed once. */
export function useAddresses(addressOf: (path: string) => Promise<string>) {
  const [renewed, setRenewed] = useState<Readonly<Record<string, string>>>({});
  const asked = useRef(new Set<string>());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return {
    srcOf: ({ path, url }: UploadedFile): string => renewed[path] ?? url,
    renew: (file: UploadedFile | undefined): void => {
      if (!file || asked.current.has(file.path)) return;
      asked.current.add(file.path);
      addressOf(file.path).then(
        (url) => isMounted.current && setRenewed((now) => ({ ...now, [file.path]: url })),
        // The place says that it cannot be loaded.
        () => {},
      );
    },
  };
}
