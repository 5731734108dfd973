import { NetworkError } from '@farm3d/api';
import type { FormServices, UploadedFile } from '@farm3d/ui';
import { formServices } from '../../components/forms/form-services.ts';
import { NotAnImageError, shrinkImage } from '../../components/images/shrink-image.ts';
import { keepFile } from '../../platform/outbox/outbox.ts';
import { isKeptHere, outboxStore } from '../../platform/outbox/outbox-store.ts';

/** A file that stays in this browser until its step is sent. */
async function kept(file: Blob, name: string): Promise<UploadedFile> {
  const path = await keepFile(file, name);
  return { id: path, path, name, sizeBytes: file.size, url: URL.createObjectURL(file) };
}

/** An upload that met no server keeps the file instead. */
const uploadOrKeep =
  (upload: FormServices['uploadFile'], shrink: boolean): FormServices['uploadFile'] =>
  async (file, options) => {
    try {
      return await upload(file, options);
    } catch (error) {
      // Without a network the means to shrink an image may be missing, too: then it is kept as it is.
      const isOffline =
        error instanceof NetworkError || (error instanceof NotAnImageError && !navigator.onLine);
      if (!isOffline) throw error;
      const small = shrink
        ? await shrinkImage(file, options).then(
            ({ blob }) => blob,
            () => file,
          )
        : file;
      return kept(small, file.name);
    }
  };

/** Services of the forms that are filled in the field: photos and files are taken without a network, too. */
export function fieldFormServices(): FormServices {
  const usual = formServices();
  return {
    ...usual,
    uploadImage: uploadOrKeep(usual.uploadImage, true),
    uploadFile: uploadOrKeep(usual.uploadFile, false),
    addressOf: async (path) => {
      if (!isKeptHere(path)) return usual.addressOf(path);
      const found = await outboxStore.file(path);
      return found ? URL.createObjectURL(found.file) : '';
    },
  };
}
