import { useModel } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { SceneFormModel } from '../scene-form.ts';
import { t } from '../zh-CN.ts';

const FORM = 'scene-form';

export interface SceneDialogProps {
  /** Null: a new one. */
  scene: Scene | null;
  onSaved: (saved: Scene) => void;
  onClose: () => void;
}

/** Dialog of a new or an existing scene: name, type, boundary, place and cover. */
export default function SceneDialog({ scene, onSaved, onClose }: SceneDialogProps) {
  const { form, send } = useModel(() => new SceneFormModel({ scene, onSaved }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(scene ? 'scene.form.edit' : 'scenes.new')}
      closeLabel={t('common.close')}
      testId="scene-create"
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="scene-create-submit"
          >
            {t(scene ? 'scene.form.save' : 'scenes.create')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
