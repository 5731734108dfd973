import { Image, Trash2 } from 'lucide-react';
import { EmptyState, IconButton, Skeleton } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { ImageUploadField, UploadedImage } from '../../kit/images/image-upload-field.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { SkinsModel, type Skins } from './model.ts';
import { t } from './zh-CN.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 min-[2200px]:grid-cols-6';

/** The images that plots can be covered with: uploaded and removed. A scene's plot takes one in its own dialog. */
export function PlotSkins() {
  const model = useModelOf(SkinsModel);
  const { session } = useServices();
  return (
    <div className="flex flex-col gap-4">
      {session.isAdministrator.value && (
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
      <Loaded
        of={model.skins}
        skeleton={
          <div aria-busy="true" className={GRID}>
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        }
      >
        {() => <SkinList model={model} />}
      </Loaded>
      <Confirm question={model.asked} message={({ name }) => t('crops.skins.remove.message', { name })} />
    </div>
  );
}

function SkinList({ model }: { model: Skins }) {
  const { session } = useServices();
  const found = model.skins.value.value ?? [];
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
            {session.isAdministrator.value && (
              <IconButton
                label={t('crops.skins.remove', { name: skin.name })}
                icon={<Trash2 size={18} />}
                data-testid="skin-remove"
                onClick={() => model.asked.ask(skin)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
