import { useId, useRef } from 'react';
import { CircleAlert, Trash2, Upload } from 'lucide-react';
import { Button, IconButton, SelectField } from '@farm3d/ui';
import { ImageUploadField } from '../../../kit/images/image-upload-field.tsx';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import type { Editor } from '../editor-model.ts';
import { labelOf } from '../../../platform/product-name.ts';
import { t } from '../zh-CN.ts';
import { Section } from '../../../components/section.tsx';

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
