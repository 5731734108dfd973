import { useModel } from '@preact/signals-react';
import type { PlantConfiguration } from '@farm3d/api';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { allLoaded } from '../../../kit/loaded.tsx';
import { LoadingDialog } from '../../../kit/loading-dialog.tsx';
import type { Crops } from '../model.ts';
import { PlantFormModel } from '../plant-form.ts';
import { t } from '../zh-CN.ts';

/** Dialog of new plants or of an existing one. */
export function PlantDialog({ model }: { model: Crops }) {
  const editing = model.editing.value;
  if (editing === null) return null;
  const plant = editing === 'new' ? null : editing;
  // The fields depend on them.
  const parts = [model.models, model.scenes];
  if (!allLoaded(parts))
    return <LoadingDialog title={titleOf(plant)} parts={parts} onClose={() => model.edit(null)} />;
  return <Editing key={plant?.id ?? 'new'} model={model} plant={plant} />;
}

const titleOf = (plant: PlantConfiguration | null): string =>
  plant ? t('crops.edit.of', { crop: plant.crop }) : t('crops.new');

function Editing({ model, plant }: { model: Crops; plant: PlantConfiguration | null }) {
  const { form, send } = useModel(
    () =>
      new PlantFormModel({
        plant,
        models: model.models.value.peek() ?? [],
        scenes: model.scenes.value.peek() ?? [],
        onSaved: model.saved,
      }),
  );
  return (
    <FormFrame
      id="plant"
      title={titleOf(plant)}
      submitLabel={t(plant ? 'crops.save' : 'crops.create')}
      form={form}
      send={send}
      onClose={() => model.edit(null)}
    />
  );
}
