import { useEffect, useState } from 'react';
import { useLatest } from '../use-latest.ts';
import type { FieldProps } from './field-props.ts';
import type { FormServices, UploadedFile, UploadOptions } from './form-types.ts';
import { createUploadQueue, type Sending } from './upload-queue.ts';

interface Uploads extends Pick<FieldProps, 'peek' | 'onChange' | 'onPending'> {
  services: Pick<FormServices, 'locale' | 'refusalOf'>;
  limit: number;
  /** Whether a new file takes the place of the present ones. */
  isReplaced?: boolean;
  limitMessage: (free: number) => string;
  refuse?: (file: File) => string | null;
  upload: (file: File, options: UploadOptions) => Promise<UploadedFile>;
}

const filesOf = ({ peek, isReplaced }: Uploads): readonly UploadedFile[] => {
  const value = peek();
  return isReplaced || !Array.isArray(value) ? [] : (value as readonly UploadedFile[]);
};

/** The upload queue of a field, for as long as the field is shown. */
export function useUploads(options: Uploads) {
  const latest = useLatest(options);
  const [queue] = useState(() =>
    createUploadQueue({
      locale: () => latest().services.locale,
      limit: options.limit,
      held: () => filesOf(latest()),
      limitMessage: (free) => latest().limitMessage(free),
      refuse: (file) => latest().refuse?.(file) ?? null,
      upload: (file, upload) => latest().upload(file, upload),
      refusalOf: (error) => latest().services.refusalOf(error),
      onUploaded: (file) => latest().onChange([...filesOf(latest()), file]),
    }),
  );
  const items: readonly Sending[] = queue.items.value;
  const isSending = items.some(({ error }) => error === null);
  useEffect(() => {
    latest().onPending(isSending);
    return () => latest().onPending(false);
  }, [isSending, latest]);
  useEffect(() => () => queue.dispose(), [queue]);
  return { items, error: queue.error.value, add: queue.add, retry: queue.retry, drop: queue.drop };
}
