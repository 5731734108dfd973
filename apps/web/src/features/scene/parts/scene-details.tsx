import { SCENE_NAME_MAX } from '@farm3d/api';
import { TextAreaField, TextField } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import type { SceneScreen } from '../model.ts';

/** The scene's name and description, while it is edited. The name is checked when its field is left (Spec §5). */
export function SceneDetails({ screen }: { screen: SceneScreen }) {
  const { editing } = screen;
  return (
    <section className="frosted flex flex-col gap-3 p-3" data-testid="scene-details">
      <TextField
        label={t('scenes.name')}
        required
        limit={SCENE_NAME_MAX}
        data-testid="scene-name-input"
        value={editing.name.value}
        error={editing.nameError.value}
        onBlur={editing.checkName}
        onValueChange={editing.typeName}
      />
      <TextAreaField
        label={t('scenes.description')}
        rows={2}
        data-testid="scene-description-input"
        placeholder={t('scenes.description.placeholder')}
        value={editing.description.value}
        error={editing.descriptionError.value}
        onBlur={editing.checkDescription}
        onValueChange={editing.typeDescription}
      />
    </section>
  );
}
