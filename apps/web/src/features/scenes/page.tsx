import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button, Dialog, EmptyState, ErrorState, Skeleton, TextAreaField, TextField } from '@farm3d/ui';
import { SCENE_NAME_MAX } from '@farm3d/api';
import { ImageUploadField } from '../../components/images/image-upload-field.tsx';
import { t as pictureText } from '../../components/images/texts.ts';
import { t } from '../../platform/locale.ts';
import { scenePath } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Shell } from '../../shell/shell.tsx';
import { ScenesModel } from './model.ts';
import { ScenePlan } from './components/scene-plan.tsx';
import { SceneTile } from './components/scene-tile.tsx';

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3 min-[2200px]:grid-cols-4';

export function ScenesPage() {
  const model = useModel(ScenesModel);
  const [, navigate] = useLocation();
  const { value, error } = model.scenes;
  const scenes = value.value?.items;

  const newScene = (
    <Button
      variant="primary"
      icon={<Plus size={18} strokeWidth={1.5} />}
      data-testid="scene-new"
      onClick={model.openCreate}
    >
      {t('scenes.new')}
    </Button>
  );

  const create = async () => {
    const scene = await model.create();
    if (scene) navigate(scenePath(scene.id));
  };

  return (
    <Shell
      group={t('nav.farm')}
      title={t('scenes.title')}
      subtitle={t('scenes.subtitle')}
      actions={scenes && scenes.length > 0 ? newScene : undefined}
    >
      {scenes ? (
        scenes.length > 0 ? (
          <ul className={GRID}>
            {scenes.map((scene) => (
              <SceneTile key={scene.id} scene={scene} />
            ))}
          </ul>
        ) : (
          <EmptyState
            testId="scenes-empty"
            illustration={<ScenePlan points={[]} className="w-56" />}
            title={t('scenes.empty.title')}
            hint={t('scenes.empty.hint')}
            action={newScene}
          />
        )
      ) : error.value ? (
        <ErrorState
          title={problemText(error.value)}
          hint={problemHint(error.value)}
          action={<Button onClick={() => void model.scenes.load()}>{t('common.retry')}</Button>}
        />
      ) : (
        <div className={GRID} aria-busy="true">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      )}
      <Dialog
        open={model.creating.value}
        onClose={model.closeCreate}
        title={t('scenes.new')}
        closeLabel={t('common.close')}
        testId="scene-create"
        actions={
          <>
            <Button onClick={model.closeCreate}>{t('common.cancel')}</Button>
            <Button
              type="submit"
              form="scene-create-form"
              variant="primary"
              busy={model.busy.value || model.cover.progress.value !== null}
              data-testid="scene-create-submit"
            >
              {t('scenes.create')}
            </Button>
          </>
        }
      >
        <form
          id="scene-create-form"
          noValidate
          className="flex flex-col gap-4 pt-1"
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          {model.problem.value && (
            <p role="alert" className="rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
              {model.problem.value}
            </p>
          )}
          <TextField
            label={t('scenes.name')}
            data-autofocus
            required
            limit={SCENE_NAME_MAX}
            data-testid="scene-create-name"
            value={model.name.value}
            error={model.nameError.value}
            onBlur={model.checkName}
            onValueChange={model.typeName}
          />
          <TextAreaField
            label={t('scenes.description')}
            placeholder={t('scenes.description.placeholder')}
            value={model.description.value}
            onValueChange={model.typeDescription}
          />
          <ImageUploadField
            label={pictureText('image.scene')}
            upload={model.cover}
            name={model.name.value.trim() || t('scenes.new')}
          />
        </form>
      </Dialog>
    </Shell>
  );
}
