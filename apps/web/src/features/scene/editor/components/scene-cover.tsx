import { createModel, useModel } from '@preact/signals-react';
import { Dialog } from '@farm3d/ui';
import { PictureField } from '../../../../parts/pictures/picture-field.tsx';
import { createPictureUpload } from '../../../../parts/pictures/picture-upload.ts';
import { t as pictureText } from '../../../../parts/pictures/words.ts';
import { t } from '../../../../platform/locale.ts';
import type { SceneScreen } from '../../scene-model.ts';

const CoverModel = createModel(({ editing, data }: SceneScreen) => {
  const upload = createPictureUpload({
    // The scene takes it over when it is saved.
    store: async (file) => {
      editing.cover.value = file && { path: file.path, url: file.url };
    },
  });
  const { value: given } = editing.cover;
  upload.reset((given === undefined ? data.scene.peek()?.icon : given?.url) ?? null);
  return { upload };
});

/** The picture by which the list of scenes shows this one. */
export default function SceneCover({ screen, onClose }: { screen: SceneScreen; onClose: () => void }) {
  const { upload } = useModel(() => new CoverModel(screen));
  return (
    <Dialog
      open
      // A picture on its way is given up by its own button.
      keepOpen={upload.progress.value !== null}
      onClose={onClose}
      title={pictureText('picture.scene')}
      closeLabel={t('common.close')}
      testId="cover-dialog"
    >
      <PictureField
        label={pictureText('picture.scene')}
        upload={upload}
        name={screen.editing.name.value.trim()}
      />
    </Dialog>
  );
}
