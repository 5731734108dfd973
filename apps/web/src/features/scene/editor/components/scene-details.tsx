import { useState } from 'react';
import { Image } from 'lucide-react';
import { message, SCENE_NAME_MAX } from '@farm3d/api';
import { Button, TextAreaField, TextField } from '@farm3d/ui';
import { locale, withTexts } from '../../../../platform/locale.ts';
import { lazyComponent } from '../../../../platform/lazy.tsx';
import { t } from '../../texts/zh-CN.ts';
import type { SceneDetailsModel } from '../details.ts';

const SceneCover = lazyComponent(() => withTexts(import('./scene-cover.tsx')));

interface SceneDetailsProps {
  details: SceneDetailsModel;
  isSaving: boolean;
  /** Address of the saved cover; null: none. */
  savedCover: string | null;
}

/** The scene's name, description and cover in edit mode. The name is checked when its field is left (Spec §5). */
export function SceneDetails({ details, isSaving, savedCover }: SceneDetailsProps) {
  const [isCoverOpen, openCover] = useState(false);
  const { value: cover } = details.cover;
  const { value: nameFault } = details.nameFault;
  const { value: descriptionFault } = details.descriptionFault;
  const hasCover = cover === undefined ? Boolean(savedCover) : cover !== null;
  return (
    <section className="frosted flex flex-col gap-3 p-3" data-testid="scene-details">
      <TextField
        label={t('scenes.name')}
        required
        limit={SCENE_NAME_MAX}
        readOnly={isSaving}
        data-testid="scene-name-input"
        value={details.name.value}
        error={nameFault && message(nameFault, locale.value)}
        onBlur={details.checkName}
        onValueChange={details.typeName}
      />
      <TextAreaField
        label={t('scenes.description')}
        rows={2}
        readOnly={isSaving}
        data-testid="scene-description-input"
        placeholder={t('scenes.description.placeholder')}
        value={details.description.value}
        error={descriptionFault && message(descriptionFault, locale.value)}
        onBlur={details.checkDescription}
        onValueChange={details.typeDescription}
      />
      <Button
        size="sm"
        variant="quiet"
        className="self-start"
        disabled={isSaving}
        icon={<Image aria-hidden size={16} />}
        data-testid="scene-cover-button"
        onClick={() => openCover(true)}
      >
        {t(hasCover ? 'scene.cover.change' : 'scene.cover.add')}
      </Button>
      {isCoverOpen && (
        <SceneCover details={details} savedCover={savedCover} onClose={() => openCover(false)} />
      )}
    </section>
  );
}
