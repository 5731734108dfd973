import { createModel } from '@preact/signals-react';
import { PageDialog } from '../../../../kit/dialog.tsx';
import { ImageUploadField } from '../../../../kit/images/image-upload-field.tsx';
import { createImageUpload } from '../../../../kit/images/image-upload.ts';
import { t as pictureText } from '../../../../kit/images/zh-CN.ts';
import { useModelOf } from '../../../../kit/services.tsx';
import type { SceneDetailsModel } from '../details.ts';
import type { Services } from '../../../../platform/services.ts';

const CoverModel = createModel(
  (services: Services, details: SceneDetailsModel, savedCover: string | null) => {
    const upload = createImageUpload(services, {
      // Stored with the scene when it is saved.
      store: async (file) => {
        details.cover.value = file && { path: file.path, url: file.url };
      },
    });
    const cover = details.cover.peek();
    upload.reset((cover === undefined ? savedCover : cover?.url) ?? null);
    return { upload };
  },
);

interface SceneCoverProps {
  details: SceneDetailsModel;
  /** Address of the saved cover; null: none. */
  savedCover: string | null;
  onClose: () => void;
}

/** The dialog for the cover image of the scene in the list of scenes. */
export default function SceneCover({ details, savedCover, onClose }: SceneCoverProps) {
  const { upload } = useModelOf(CoverModel, details, savedCover);
  return (
    <PageDialog
      // An upload in progress is cancelled by its own button.
      keepOpen={upload.progress.value !== null}
      onClose={onClose}
      title={pictureText('image.scene')}
      testId="cover-dialog"
    >
      <ImageUploadField label={pictureText('image.scene')} upload={upload} name={details.name.value.trim()} />
    </PageDialog>
  );
}
