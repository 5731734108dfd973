import type { PlantConfiguration } from '@farm3d/api';
import { Pencil, Sprout, Trash2 } from 'lucide-react';
import { Button, EmptyState, IconButton, Switch } from '@farm3d/ui';
import { Link } from 'wouter';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { UploadedImage } from '../../kit/images/image-upload-field.tsx';
import { useServices } from '../../kit/services.tsx';
import { scenePath } from '../../platform/paths.ts';
import { modelOf, periodsOf } from './growth.ts';
import { plantedName, type Crops } from './model.ts';
import { PlantFormModel } from './plant-form.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;

/** What is planted: pictures, dates and periods, and what a person does with them. */
export function PlantList({ model }: { model: Crops }) {
  const plants = model.plants.value.value ?? [];
  return (
    <>
      <div className="mb-3 flex items-center gap-2 text-body text-ink-2">
        <Switch
          label={t('crops.ownOnly')}
          checked={model.isOwnOnly.value}
          testId="plants-own"
          onChange={model.setOwnOnly}
        />
        {t('crops.ownOnly')}
      </div>
      {plants.length === 0 ? (
        <EmptyState
          testId="plants-empty"
          illustration={<Sprout size={48} strokeWidth={1} />}
          title={t('crops.empty.title')}
          hint={t('crops.empty.hint')}
          action={
            <Button variant="primary" onClick={() => model.editing.open('new')}>
              {t('crops.new')}
            </Button>
          }
        />
      ) : (
        <ul
          className="grid grid-cols-1 gap-3 lg:grid-cols-2 min-[2200px]:grid-cols-3"
          data-testid="plants"
          data-count={plants.length}
        >
          {plants.map((plant) => (
            <PlantRow key={plant.id} plant={plant} model={model} />
          ))}
        </ul>
      )}
    </>
  );
}

function PlantRow({ plant, model }: { plant: PlantConfiguration; model: Crops }) {
  const { session } = useServices();
  const { name, growTime, picture, sceneId, createdBy } = plant;
  const growth = modelOf(plant, model.models.value.value ?? []);
  const crop = plantedName(plant, growth);
  const scene = model.sceneName(sceneId);
  const facts = [
    growTime && t('crops.plantedOn', { date: growTime }),
    createdBy !== null && createdBy === session.user.value?.userId && t('crops.createdByMe'),
  ].filter(Boolean);
  const periods = periodsOf(plant.periods);
  return (
    <li
      data-testid="plant"
      data-id={plant.id}
      data-crop={plant.crop}
      className="flex gap-3 rounded-panel border border-line bg-raised p-3"
    >
      {picture === null ? (
        <span className="grid size-20 shrink-0 place-items-center rounded-control bg-sunken text-ink-3">
          <Sprout aria-hidden size={28} strokeWidth={1.25} />
        </span>
      ) : (
        <UploadedImage
          src={picture}
          alt={t('crops.picture.alt', { crop })}
          className="size-20 shrink-0 rounded-control"
        />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{name === null ? crop : `${name} · ${crop}`}</h2>
        <p className="text-note text-ink-2">{facts.join(' · ')}</p>
        {scene !== null && sceneId !== null && (
          <Link href={scenePath(sceneId)} className="text-note text-water hover:underline">
            {scene}
          </Link>
        )}
        <p className="mt-1 text-note text-ink-3" data-testid="plant-periods">
          {periods.length === 0
            ? t(growth ? 'crops.periods.table' : 'crops.periods.none')
            : periods.map((period) => `${period.name} ${Math.round(period.endGdd)} °C·d`).join(' → ')}
        </p>
      </div>
      <div className="flex shrink-0 flex-col">
        <IconButton
          label={t('crops.edit.of', { crop })}
          icon={<Pencil {...ICON} />}
          data-testid="plant-edit"
          onClick={() => model.editing.open(plant)}
        />
        <IconButton
          label={t('crops.remove.of', { crop })}
          icon={<Trash2 {...ICON} />}
          data-testid="plant-remove"
          onClick={() => model.asked.ask(plant)}
        />
      </div>
    </li>
  );
}

/** Dialog of new plants or of an existing one. */
export function PlantDialog({ model }: { model: Crops }) {
  const services = useServices();
  const editing = model.editing.subject.value;
  if (editing === null) return null;
  const plant = editing === 'new' ? null : editing;
  return (
    <FormDialog
      key={plant?.id ?? 'new'}
      id="plant"
      title={plant ? t('crops.edit.of', { crop: plant.crop }) : t('crops.new')}
      submitLabel={t(plant ? 'crops.save' : 'crops.create')}
      // The fields depend on them.
      parts={[model.models, model.scenes]}
      model={() =>
        new PlantFormModel(services, {
          plant,
          models: model.models.value.peek() ?? [],
          scenes: model.scenes.value.peek() ?? [],
          onSaved: model.saved,
        })
      }
      onClose={model.editing.close}
    />
  );
}
