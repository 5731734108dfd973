import { useId, useRef } from 'react';
import { CircleAlert, Trash2, Upload } from 'lucide-react';
import type { ProductModel } from '@farm3d/api';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { Button, IconButton, SelectField, Switch, TextField } from '@farm3d/ui';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { Section } from '../../kit/blocks.tsx';
import { ImageUploadField } from '../../kit/images/image-upload-field.tsx';
import { labelOf } from '../../platform/names.ts';
import type { Editor } from './editor-model.ts';
import { t } from './zh-CN.ts';

const STATES: readonly ProductModel['state'][] = ['active', 'draft', 'retired'];

/** Code, names, type, state, interval and methods of a product model. */
export function BasicFields({ model }: { model: Editor }) {
  const form = model.form.value;
  const errors = model.errors.value;
  return (
    <Section title={t('models.basics')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('models.code')}
          hint={t('models.code.hint')}
          required
          data-testid="model-code"
          value={form.code}
          error={errors['productModelCode']}
          onValueChange={(code) => model.change({ code })}
        />
        <TextField
          label={t('models.productType')}
          hint={t('models.productType.hint')}
          required
          data-testid="model-type"
          list="model-types"
          autoComplete="off"
          value={form.productTypeCode}
          error={errors['productTypeCode']}
          onValueChange={(productTypeCode) => model.change({ productTypeCode })}
        />
        <datalist id="model-types">
          {model.types.value.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </datalist>
        <TextField
          label={t('models.name')}
          required
          data-testid="model-name"
          value={form.name}
          error={errors['name']}
          onValueChange={(name) => model.change({ name })}
        />
        <TextField
          label={t('models.nameEn')}
          data-testid="model-name-en"
          value={form.nameEn}
          error={errors['nameEn']}
          onValueChange={(nameEn) => model.change({ nameEn })}
        />
        <SelectField
          label={t('models.state')}
          hint={t('models.state.hint')}
          placeholder={t('models.state')}
          testId="model-state-field"
          value={form.state}
          error={errors['state']}
          options={STATES.map((value) => ({ value, label: t(`models.state.${value}`) }))}
          onChange={(state) => model.change({ state: state as ProductModel['state'] })}
        />
        <TextField
          label={t('models.interval')}
          hint={t('models.interval.hint')}
          inputMode="numeric"
          keep={serviceNumberFilter}
          data-testid="model-interval"
          trailing={<span className="pr-3 text-note text-ink-3">{t('models.seconds')}</span>}
          value={form.reportingInterval}
          error={errors['reportingInterval']}
          onValueChange={(reportingInterval) => model.change({ reportingInterval })}
        />
        <div className="flex items-start justify-between gap-4 sm:col-span-2">
          <div>
            <p className="text-body">{t('models.undeclared')}</p>
            <p className="text-note text-ink-3">{t('models.undeclared.hint')}</p>
          </div>
          <Switch
            label={t('models.undeclared')}
            checked={form.undeclaredCommands}
            disabled={model.isReadOnly.value}
            testId="model-undeclared"
            onChange={(undeclaredCommands) => model.change({ undeclaredCommands })}
          />
        </div>
      </div>
    </Section>
  );
}

/** Icon and 3D model of a product model. */
export function LookFields({ model }: { model: Editor }) {
  const { code, name, nameEn, productTypeCode } = model.form.value;
  const iconError = model.errors.value['productModelPic'];
  return (
    <Section title={t('models.look')}>
      <div className="flex flex-col gap-6">
        <div>
          <ImageUploadField
            label={t('models.icon')}
            upload={model.icon}
            name={labelOf({ code, name, nameEn })}
            removable={!model.isReadOnly.value}
            placeholder={<DeviceIcon productTypeCode={productTypeCode} size={64} />}
            testId="model-icon"
          />
          {iconError && <Problem text={iconError} />}
        </div>
        <ModelFile model={model} />
      </div>
    </Section>
  );
}

function Problem({ text, id }: { text: string; id?: string }) {
  return (
    <p id={id} role="alert" className="flex items-center gap-1 text-note text-alarm">
      <CircleAlert aria-hidden size={14} className="shrink-0" />
      {text}
    </p>
  );
}

/** The 3D model: an uploaded file, or one of the product's own. */
function ModelFile({ model }: { model: Editor }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const path = model.form.value.modelPath;
  const error = model.errors.value['scene3dModelSnape'];
  const sent = model.uploading.value;
  const builtIn = model.builtInModels.value;
  const isOwn = path !== null && !path.startsWith('/models/');
  return (
    <fieldset aria-describedby={`${id}-says`} className="flex flex-col gap-3">
      <legend className="mb-1 text-note font-medium text-ink-2">{t('models.model')}</legend>
      <input
        ref={input}
        type="file"
        accept=".glb,.fbx,model/gltf-binary"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void model.uploadModel(file);
        }}
      />
      <div className="flex items-center gap-2">
        <Button
          icon={<Upload size={18} />}
          busy={sent !== null}
          disabled={sent !== null || model.isReadOnly.value}
          data-testid="model-upload"
          aria-invalid={error ? true : undefined}
          onClick={() => input.current?.click()}
        >
          {sent === null
            ? t('models.model.upload')
            : t('models.model.uploading', { n: Math.round(sent * 100) })}
        </Button>
        {path !== null && !model.isReadOnly.value && (
          <IconButton
            label={t('models.model.remove')}
            icon={<Trash2 size={18} />}
            data-testid="model-upload-remove"
            onClick={() => model.change({ modelPath: null })}
          />
        )}
      </div>
      <SelectField
        label={t('models.model.builtIn')}
        placeholder={t('models.model.none')}
        testId="model-built-in"
        value={path ?? ''}
        options={[
          { value: '', label: t('models.model.none') },
          ...(isOwn ? [{ value: path, label: t('models.model.own') }] : []),
          ...builtIn.map((value) => ({ value, label: value.slice('/models/'.length) })),
        ]}
        onChange={(value) => model.change({ modelPath: value || null })}
      />
      <div id={`${id}-says`}>
        {error ? <Problem text={error} /> : <p className="text-note text-ink-3">{t('models.model.hint')}</p>}
      </div>
    </fieldset>
  );
}
