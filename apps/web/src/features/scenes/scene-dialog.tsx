import { createModel } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import { GenericForm } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { createForm } from '../../kit/forms/create-form.ts';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useModelOf } from '../../kit/services.tsx';
import type { Services } from '../../platform/services.ts';
import { SCENE_BODY_FIELDS, sceneFields, scenePatch, sceneValues } from './scene-fields.ts';
import { t } from './zh-CN.ts';

const FORM = 'scene-form';

interface SceneFormOptions {
  /** Null: a new one. */
  readonly scene: Scene | null;
  readonly onSaved: (saved: Scene) => void;
}

/** Form of a new or an existing scene. What was typed is kept until it is saved. */
const SceneFormModel = createModel((services: Services, { scene, onSaved }: SceneFormOptions) => {
  const { scenes } = services.api;
  const initial = sceneValues(scene);
  const sent = createForm(services, {
    fields: sceneFields,
    initial,
    draft: scene ? `scene.${scene.id}` : 'scene.new',
    bodyFields: SCENE_BODY_FIELDS,
    send: async (values) => {
      const patch = scenePatch(values, scene);
      const saved = scene
        ? await scenes.update(scene.id, { ...patch, version: scene.version })
        : await scenes.create(patch);
      if (!scene) sent.form.reset(initial);
      onSaved(saved);
    },
  });
  return sent;
});

interface SceneDialogProps extends SceneFormOptions {
  onClose: () => void;
}

/** Dialog of a new or an existing scene: name, type, boundary, place and cover. */
export default function SceneDialog({ scene, onSaved, onClose }: SceneDialogProps) {
  const { form, send } = useModelOf(SceneFormModel, { scene, onSaved });
  const fieldServices = useFormServices();
  return (
    <PageDialog
      onClose={onClose}
      title={t(scene ? 'scene.form.edit' : 'scenes.new')}
      testId="scene-create"
      actions={
        <DialogButtons
          onCancel={onClose}
          label={t(scene ? 'scene.form.save' : 'scenes.create')}
          form={FORM}
          busy={form.busy.value}
          testId="scene-create-submit"
        />
      }
    >
      <GenericForm id={FORM} model={form} services={fieldServices} send={send} />
    </PageDialog>
  );
}
