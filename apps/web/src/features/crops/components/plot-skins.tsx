import { useModel } from '@preact/signals-react';
import { Image, Trash2 } from 'lucide-react';
import { Button, ConfirmDialog, EmptyState, ErrorState, IconButton, Skeleton } from '@farm3d/ui';
import { ImageUploadField } from '../../../kit/images/image-upload-field.tsx';
import { UploadedImage } from '../../../kit/images/uploaded-image.tsx';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { isAdministrator } from '../../../platform/session.ts';
import { SkinsModel, type Skins } from '../skins-model.ts';
import { t } from '../zh-CN.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 min-[2200px]:grid-cols-6';

/** The images that plots can be covered with: uploaded and removed. A scene's plot takes one in its own dialog. */
export function PlotSkins() {
  const model = useModel(SkinsModel);
  const asked = model.asked.value;
  return (
    <div className="flex flex-col gap-4">
      {isAdministrator.value && (
        <div className="max-w-md">
          <ImageUploadField
            label={t('crops.skins.add')}
            upload={model.upload}
            name={t('crops.skins.one')}
            removable={false}
            testId="skin-upload"
          />
        </div>
      )}
      <List model={model} />
      <ConfirmDialog
        open={asked !== null}
        dangerous
        title={t('common.prompt')}
        message={asked && t('crops.skins.remove.message', { name: asked.name })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(null)}
      />
    </div>
  );
}

function List({ model }: { model: Skins }) {
  const { skins } = model;
  const found = skins.value.value;
  const error = skins.error.value;
  if (found === null)
    return error === null ? (
      <div aria-busy="true" className={GRID}>
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    ) : (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void skins.load()}>{t('common.retry')}</Button>}
      />
    );
  if (found.length === 0)
    return (
      <EmptyState
        testId="skins-empty"
        illustration={<Image size={48} strokeWidth={1} />}
        title={t('crops.skins.empty.title')}
        hint={t('crops.skins.empty.hint')}
      />
    );
  return (
    <ul className={GRID} data-testid="skins" data-count={found.length}>
      {found.map((skin) => (
        <li
          key={skin.id}
          data-testid="skin"
          data-name={skin.name}
          className="overflow-hidden rounded-panel border border-line bg-raised"
        >
          <UploadedImage src={skin.url} alt={skin.name} className="h-32 w-full" />
          <div className="flex min-h-11 items-center gap-1 pl-3">
            <span className="min-w-0 flex-1 truncate text-body">{skin.name}</span>
            {isAdministrator.value && (
              <IconButton
                label={t('crops.skins.remove', { name: skin.name })}
                icon={<Trash2 size={18} />}
                data-testid="skin-remove"
                onClick={() => model.ask(skin)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
