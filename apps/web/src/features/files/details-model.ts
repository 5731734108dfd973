import { createModel } from '@preact/signals-react';
import type { PicturePreview, StoredFile } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { fileApi } from './file-api.ts';

/** Longer side of the preview, pixels. */
const PREVIEW_PX = 640;

interface FileDetails {
  /** Null: it was deleted. */
  readonly file: StoredFile | null;
  /** Of an image. */
  readonly preview: PicturePreview | null;
}

/** One file as it is stored now, with a preview of an image. */
export const FileDetailsModel = createModel((id: string) => {
  const details = loadable<FileDetails>(async (abort) => {
    const [file = null] = (await fileApi.files.list([id], { signal: abort })).items;
    const isImage = file !== null && file.width !== null;
    const preview = isImage
      ? await fileApi.files.preview(file.path, { size: PREVIEW_PX }, { signal: abort })
      : null;
    return { file, preview };
  });
  void details.load();
  return { details };
});
