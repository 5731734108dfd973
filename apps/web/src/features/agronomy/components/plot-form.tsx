import { IRRIGATION_METHODS, SOIL_TEXTURES } from '@farm3d/agronomy';
import { SelectField, TextField, type SelectOption } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../../../kit/dialog.tsx';
import { ImageUploadField } from '../../../kit/images/image-upload-field.tsx';
import { t as pictureText } from '../../../kit/images/zh-CN.ts';
import { locale } from '../../../platform/locale.ts';
import type { PlotForm, TextName, ChoiceName } from '../plot-form-model.ts';
import { localText } from '../../../components/agronomy/format.ts';
import { t } from '../zh-CN.ts';

/** Fields with a text that is not a number. */
const WORDS: ReadonlySet<TextName> = new Set(['name', 'plantDate', 'curve']);

function Text({ model, name }: { model: PlotForm; name: TextName }) {
  return (
    <TextField
      label={t(`agronomy.form.${name}`)}
      type={name === 'plantDate' ? 'date' : 'text'}
      {...(WORDS.has(name) ? {} : { inputMode: 'decimal' as const })}
      value={model.texts[name].value}
      error={model.errors.value[name]}
      {...(name === 'name' ? {} : { hint: t(`agronomy.form.${name}.hint`) })}
      data-testid={`plot-form-${name}`}
      onValueChange={(text) => model.setText(name, text)}
    />
  );
}

interface ChoiceProps {
  model: PlotForm;
  name: ChoiceName;
  options: readonly SelectOption[];
  required?: boolean;
}

function Choice({ model, name, options, required = false }: ChoiceProps) {
  const all = required ? options : [{ value: '', label: t('agronomy.form.none') }, ...options];
  return (
    <SelectField
      label={t(`agronomy.form.${name}`)}
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
    <PageDialog
      open={model.open.value}
      onClose={model.close}
      title={t(model.isNew() ? 'agronomy.newPlot' : 'agronomy.editPlot')}
      testId="plot-form"
      actions={
        <DialogButtons
          onCancel={model.close}
          label={t('agronomy.form.save')}
          busy={model.busy.value || model.image.progress.value !== null}
          testId="plot-form-save"
          onSubmit={() => void model.submit()}
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          model={model}
          name="crop"
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
          options={(['field', 'greenhouse'] as const).map((value) => ({
            value,
            label: t(`agronomy.form.environment.${value}`),
          }))}
        />
        <Choice model={model} name="probe" options={devices((type) => type === 'TQ' || type === 'WS')} />
        <Choice model={model} name="station" options={devices((type) => type === 'QX')} />
        <Choice model={model} name="valve" options={devices((type) => type === 'FM')} />
        <Choice
          model={model}
          name="scene"
          options={(known?.scenes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice
          model={model}
          name="texture"
          options={SOIL_TEXTURES.map((texture) => ({ value: texture.id, label: localText(texture) }))}
        />
        <Text model={model} name="area" />
        <Choice
          model={model}
          name="method"
          options={IRRIGATION_METHODS.map((method) => ({ value: method.id, label: localText(method) }))}
        />
        {(['flow', 'efficiency', 'irrigatedShare'] as const).map((name) => (
          <Text key={name} model={model} name={name} />
        ))}
        <Choice
          model={model}
          name="meter"
          options={devices((type) => type === 'SW' || type === 'FM' || type === 'DG')}
        />
        {(['windHeight', 'latitude', 'longitude', 'elevation'] as const).map((name) => (
          <Text key={name} model={model} name={name} />
        ))}
        {model.choices.environment.value === 'greenhouse' && <Text model={model} name="transmissivity" />}
        <h3 className="mt-2 text-note font-semibold text-ink-2 sm:col-span-2">{t('agronomy.form.soil')}</h3>
        {(
          [
            'fieldCapacity',
            'wiltingPoint',
            'sand',
            'clay',
            'organicMatter',
            'curve',
            'curveNumber',
            'waterTable',
          ] as const
        ).map((name) => (
          <Text key={name} model={model} name={name} />
        ))}
        <Choice
          model={model}
          name="mulch"
          options={(['plastic', 'organic'] as const).map((value) => ({
            value,
            label: t(`agronomy.form.mulch.${value}`),
          }))}
        />
        {(['mulchCover', 'waterEc', 'soilEc'] as const).map((name) => (
          <Text key={name} model={model} name={name} />
        ))}
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
    </PageDialog>
  );
}
