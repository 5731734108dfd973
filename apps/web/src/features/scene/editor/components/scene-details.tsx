import { useState } from 'react';
import { Image } from 'lucide-react';
import { SCENE_NAME_MAX } from '@farm3d/api';
import { Button, TextAreaField, TextField } from '@farm3d/ui';
import { t, withTexts } from '../../../../platform/locale.ts';
import { part } from '../../../../platform/part.tsx';
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../../scene-model.ts';

const SceneCover = part(() => withTexts(import('./scene-cover.tsx')));

/** The scene's name and description, while it is edited. The name is checked when its field is left (Spec §5). */
export function SceneDetails({ screen }: { screen: SceneScreen }) {
  const { editing, data } = screen;
  const [isCoverOpen, openCover] = useState(false);
  const { value: given } = editing.cover;
  const hasCover = given === undefined ? Boolean(data.scene.value?.icon) : given !== null;
  return (
    <section className="frosted flex flex-col gap-3 p-3" data-testid="scene-details">
      <TextField
        label={t('scenes.name')}
        required
        limit={SCENE_NAME_MAX}
        readOnly={editing.saving.value}
        data-testid="scene-name-input"
        value={editing.name.value}
        error={editing.nameError.value}
        onBlur={editing.checkName}
        onValueChange={editing.typeName}
      />
      <TextAreaField
        label={t('scenes.description')}
        rows={2}
        readOnly={editing.saving.value}
        data-testid="scene-description-input"
        placeholder={t('scenes.description.placeholder')}
        value={editing.description.value}
        error={editing.descriptionError.value}
        onBlur={editing.checkDescription}
        onValueChange={editing.typeDescription}
      />
      <Button
        size="sm"
        variant="quiet"
        className="self-start"
        disabled={editing.saving.value}
        icon={<Image aria-hidden size={16} strokeWidth={1.5} />}
        data-testid="scene-cover-button"
        onClick={() => openCover(true)}
      >
        {editText(hasCover ? 'scene.cover.change' : 'scene.cover.add')}
      </Button>
      {isCoverOpen && <SceneCover screen={screen} onClose={() => openCover(false)} />}
    </section>
  );
}
