import { NetworkError } from '@farm3d/api';
import type { FormServices, UploadedFile } from '@farm3d/ui';
import { fieldUploads, useFormServices } from '../../kit/forms/form-services.ts';
import { NotAnImageError, shrinkImage } from '../../kit/images/shrink-image.ts';
import { useServices } from '../../kit/services.tsx';
import { outboxOf } from '../../platform/outbox/outbox.ts';
import { isKeptHere, newKey, outboxStore } from '../../platform/outbox/outbox-store.ts';
import type { Services } from '../../platform/services.ts';

/** A file that stays in this browser until its step is sent. */
async function kept(services: Services, file: Blob, name: string, key: string): Promise<UploadedFile> {
  const path = await outboxOf(services).keepFile(file, name, key);
  return { id: path, path, name, sizeBytes: file.size, url: URL.createObjectURL(file) };
}

/** An upload that met no server keeps the file instead. Its answer may only have been lost: the key stays the same. */
const uploadOrKeep =
  (services: Services, kind: 'uploadImage' | 'uploadFile'): FormServices['uploadFile'] =>
  async (file, options) => {
    const key = newKey();
    try {
      return await fieldUploads(services, key)[kind](file, options);
    } catch (error) {
      // Without a network the means to shrink an image may be missing, too: then it is kept as it is.
      const isOffline =
        error instanceof NetworkError || (error instanceof NotAnImageError && !navigator.onLine);
      if (!isOffline) throw error;
      const small =
        kind === 'uploadImage'
          ? await shrinkImage(file, options).then(
              ({ blob }) => blob,
              () => file,
            )
          : file;
      return kept(services, small, file.name, key);
    }
  };

/** Services of the forms that are filled in the field: photos and files are taken without a network, too. */
export function useFieldFormServices(): FormServices {
  const services = useServices();
  const usual = useFormServices();
  return {
    ...usual,
    uploadImage: uploadOrKeep(services, 'uploadImage'),
    uploadFile: uploadOrKeep(services, 'uploadFile'),
    addressOf: async (path) => {
      if (!isKeptHere(path)) return usual.addressOf(path);
      const found = await outboxStore.file(path);
      return found ? URL.createObjectURL(found.file) : '';
    },
  };
}
