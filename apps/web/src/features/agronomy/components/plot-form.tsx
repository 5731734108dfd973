import { IRRIGATION_METHODS, SOIL_TEXTURES } from '@farm3d/agronomy';
import { Button, Dialog, SelectField, TextField, type SelectOption } from '@farm3d/ui';
import { ImageUploadField } from '../../../kit/images/image-upload-field.tsx';
import { t as pictureText } from '../../../kit/images/zh-CN.ts';
import { locale } from '../../../platform/locale.ts';
import type { PlotForm, TextName } from '../plot-form-model.ts';
import { localText } from '../../../components/agronomy/format.ts';
import { t, type AgronomyKey } from '../zh-CN.ts';

const FIELD: Readonly<Record<TextName, AgronomyKey>> = {
  name: 'agronomy.form.name',
  plantDate: 'agronomy.form.plantDate',
  area: 'agronomy.form.area',
  flow: 'agronomy.form.flow',
  latitude: 'agronomy.form.latitude',
  longitude: 'agronomy.form.longitude',
  fieldCapacity: 'agronomy.form.fieldCapacity',
  wiltingPoint: 'agronomy.form.wiltingPoint',
  sand: 'agronomy.form.sand',
  clay: 'agronomy.form.clay',
  organicMatter: 'agronomy.form.organicMatter',
  windHeight: 'agronomy.form.windHeight',
  mulchCover: 'agronomy.form.mulchCover',
  curveNumber: 'agronomy.form.curveNumber',
  waterTable: 'agronomy.form.waterTable',
  waterEc: 'agronomy.form.waterEc',
  soilEc: 'agronomy.form.soilEc',
  irrigatedShare: 'agronomy.form.irrigatedShare',
  efficiency: 'agronomy.form.efficiency',
  elevation: 'agronomy.form.elevation',
  transmissivity: 'agronomy.form.transmissivity',
  curve: 'agronomy.form.curve',
};

/** Fields with a text that is not a number. */
const WORDS: ReadonlySet<TextName> = new Set(['name', 'plantDate', 'curve']);

/** Hint of a field: meaning, default, source. */
const HINT: Partial<Record<TextName, AgronomyKey>> = {
  fieldCapacity: 'agronomy.form.fieldCapacity.hint',
  wiltingPoint: 'agronomy.form.wiltingPoint.hint',
  sand: 'agronomy.form.sand.hint',
  clay: 'agronomy.form.clay.hint',
  organicMatter: 'agronomy.form.organicMatter.hint',
  windHeight: 'agronomy.form.windHeight.hint',
  mulchCover: 'agronomy.form.mulchCover.hint',
  curveNumber: 'agronomy.form.curveNumber.hint',
  waterTable: 'agronomy.form.waterTable.hint',
  waterEc: 'agronomy.form.waterEc.hint',
  soilEc: 'agronomy.form.soilEc.hint',
  irrigatedShare: 'agronomy.form.irrigatedShare.hint',
  efficiency: 'agronomy.form.efficiency.hint',
  elevation: 'agronomy.form.elevation.hint',
  transmissivity: 'agronomy.form.transmissivity.hint',
  curve: 'agronomy.form.curve.hint',
  area: 'agronomy.form.area.hint',
  flow: 'agronomy.form.flow.hint',
  latitude: 'agronomy.form.latitude.hint',
  longitude: 'agronomy.form.longitude.hint',
  plantDate: 'agronomy.form.plantDate.hint',
};

function Text({ model, name }: { model: PlotForm; name: keyof typeof FIELD }) {
  return (
    <TextField
      label={t(FIELD[name])}
      type={name === 'plantDate' ? 'date' : 'text'}
      {...(WORDS.has(name) ? {} : { inputMode: 'decimal' as const })}
      value={model.texts[name].value}
      error={model.errors.value[name]}
      {...(HINT[name] ? { hint: t(HINT[name]) } : {})}
      data-testid={`plot-form-${name}`}
      onValueChange={(text) => model.setText(name, text)}
    />
  );
}

interface ChoiceProps {
  model: PlotForm;
  name: keyof PlotForm['choices'];
  label: string;
  options: readonly SelectOption[];
  required?: boolean;
}

function Choice({ model, name, label, options, required = false }: ChoiceProps) {
  const all = required ? options : [{ value: '', label: t('agronomy.form.none') }, ...options];
  return (
    <SelectField
      label={label}
      placeholder={t('agronomy.form.choose')}
      required={required}
      options={all}
      value={model.choices[name].value}
      error={model.errors.value[name]}
      testId={`plot-form-${name}`}
      onChange={(value) => model.setChoice(name, value)}
    />
  );
}

/** Dialog of a plot: crop, planting date, devices, soil. */
export function PlotFormDialog({ model }: { model: PlotForm }) {
  const known = model.options.value.value;
  const devices = (wanted: (type: string) => boolean): SelectOption[] =>
    (known?.devices ?? [])
      .filter(({ productTypeCode }) => wanted(productTypeCode))
      .map(({ id, name }) => ({ value: id, label: name }));
  const english = locale.value === 'en';
  return (
    <Dialog
      open={model.open.value}
      onClose={model.close}
      title={t(model.isNew() ? 'agronomy.newPlot' : 'agronomy.editPlot')}
      closeLabel={t('common.close')}
      testId="plot-form"
      actions={
        <>
          <Button onClick={model.close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={model.busy.value || model.image.progress.value !== null}
            data-testid="plot-form-save"
            onClick={() => void model.submit()}
          >
            {t('agronomy.form.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          model={model}
          name="crop"
          label={t('agronomy.form.crop')}
          required
          options={(known?.crops ?? []).map(({ id, crop }) => ({
            value: id,
            label: english ? id : crop,
          }))}
        />
        <Text model={model} name="plantDate" />
        <Text model={model} name="name" />
        <Choice
          model={model}
          name="environment"
          label={t('agronomy.form.environment')}
          options={(['field', 'greenhouse'] as const).map((value) => ({
            value,
            label: t(`agronomy.form.environment.${value}`),
          }))}
        />
        <Choice
          model={model}
          name="probe"
          label={t('agronomy.form.probe')}
          options={devices((type) => type === 'TQ' || type === 'WS')}
        />
        <Choice
          model={model}
          name="station"
          label={t('agronomy.form.station')}
          options={devices((type) => type === 'QX')}
        />
        <Choice
          model={model}
          name="valve"
          label={t('agronomy.form.valve')}
          options={devices((type) => type === 'FM')}
        />
        <Choice
          model={model}
          name="scene"
          label={t('agronomy.form.scene')}
          options={(known?.scenes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice
          model={model}
          name="texture"
          label={t('agronomy.form.texture')}
          options={SOIL_TEXTURES.map((texture) => ({ value: texture.id, label: localText(texture) }))}
        />
        <Text model={model} name="area" />
        <Choice
          model={model}
          name="method"
          label={t('agronomy.form.method')}
          options={IRRIGATION_METHODS.map((method) => ({ value: method.id, label: localText(method) }))}
        />
        <Text model={model} name="flow" />
        <Text model={model} name="efficiency" />
        <Text model={model} name="irrigatedShare" />
        <Choice
          model={model}
          name="meter"
          label={t('agronomy.form.meter')}
          options={devices((type) => type === 'SW' || type === 'FM' || type === 'DG')}
        />
        <Text model={model} name="windHeight" />
        <Text model={model} name="latitude" />
        <Text model={model} name="longitude" />
        <Text model={model} name="elevation" />
        {model.choices.environment.value === 'greenhouse' && <Text model={model} name="transmissivity" />}
        <h3 className="mt-2 text-note font-semibold text-ink-2 sm:col-span-2">{t('agronomy.form.soil')}</h3>
        <Text model={model} name="fieldCapacity" />
        <Text model={model} name="wiltingPoint" />
        <Text model={model} name="sand" />
        <Text model={model} name="clay" />
        <Text model={model} name="organicMatter" />
        <Text model={model} name="curve" />
        <Text model={model} name="curveNumber" />
        <Text model={model} name="waterTable" />
        <Choice
          model={model}
          name="mulch"
          label={t('agronomy.form.mulch')}
          options={(['plastic', 'organic'] as const).map((value) => ({
            value,
            label: t(`agronomy.form.mulch.${value}`),
          }))}
        />
        <Text model={model} name="mulchCover" />
        <Text model={model} name="waterEc" />
        <Text model={model} name="soilEc" />
        <div className="sm:col-span-2">
          <ImageUploadField
            label={pictureText('image.plot')}
            upload={model.image}
            name={model.texts.name.value.trim() || t('agronomy.newPlot')}
          />
        </div>
      </div>
      {model.problem.value && (
        <p role="alert" className="mt-4 text-body text-alarm">
          {model.problem.value}
        </p>
      )}
    </Dialog>
  );
}
