import { useEffect, useState } from 'react';
import { Check, Copy, KeyRound } from 'lucide-react';
import { DEVICE_NAME_MAX, type CreatedDevice } from '@farm3d/api';
import { Button, Dialog, SelectField, TextField } from '@farm3d/ui';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { term } from '../../../platform/locale.ts';
import { ImageUploadField } from '../../../components/images/image-upload-field.tsx';
import { t as pictureText } from '../../../components/images/texts.ts';
import { problemText } from '../../../platform/problem.ts';
import type { NewDevice } from '../new-device-model.ts';
import { t } from '../texts.ts';

/** Creates a device, then shows its token once. */
export function NewDeviceDialog({ model }: { model: NewDevice }) {
  const created = model.created.value;
  return (
    <Dialog
      open={model.open.value}
      onClose={model.close}
      title={t(created ? 'devices.created.title' : 'devices.new')}
      closeLabel={t('common.close')}
      testId="device-create"
      // The token is shown once: a click outside must not close the dialog.
      keepOpen={created !== null}
      actions={
        created ? (
          <Button variant="primary" data-testid="device-created-done" onClick={model.close}>
            {t('devices.created.done')}
          </Button>
        ) : (
          <>
            <Button onClick={model.close}>{t('common.cancel')}</Button>
            <Button
              type="submit"
              form="device-create-form"
              variant="primary"
              busy={model.busy.value || model.image.progress.value !== null}
              data-testid="device-create-submit"
            >
              {t('devices.create')}
            </Button>
          </>
        )
      }
    >
      {created ? <Token device={created} /> : <Form model={model} />}
    </Dialog>
  );
}

function Form({ model }: { model: NewDevice }) {
  const products = model.products.value.value ?? [];
  const problem =
    model.problem.value ?? (model.products.error.value ? problemText(model.products.error.value) : null);
  return (
    <form
      id="device-create-form"
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        void model.submit();
      }}
    >
      {problem && (
        <p role="alert" className="rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
          {problem}
        </p>
      )}
      <TextField
        label={t('devices.name')}
        placeholder={t('devices.name.placeholder')}
        data-autofocus
        required
        limit={DEVICE_NAME_MAX}
        data-testid="device-create-name"
        value={model.name.value}
        error={model.nameError.value}
        onValueChange={model.typeName}
      />
      <SelectField
        label={t('devices.product')}
        placeholder={t('devices.product.placeholder')}
        required
        testId="device-create-product"
        value={model.productModelCode.value}
        error={model.productError.value}
        onChange={model.chooseProduct}
        options={products.map(({ code, name, productTypeCode }) => ({
          value: code,
          label: term(code, name),
          note: code,
          icon: <DeviceIcon productTypeCode={productTypeCode} size={28} />,
        }))}
      />
      <ImageUploadField
        label={pictureText('picture.device')}
        upload={model.image}
        name={model.name.value.trim() || t('devices.new')}
      />
    </form>
  );
}

/** Duration of the confirmation on the button, milliseconds. */
const COPIED_MS = 2000;

function Token({ device }: { device: CreatedDevice }) {
  const mqttCommand = `mosquitto_pub -q 1 -h ${location.hostname} -u "${device.accessToken}" \\\n  -t v1/devices/me/telemetry -m '{"temperature": 23.4}'`;
  const httpCommand = `curl -X POST ${location.origin}/api/v1/${device.accessToken}/telemetry \\\n  -H 'Content-Type: application/json' -d '{"temperature": 23.4}'`;
  return (
    <div className="flex flex-col gap-4 pt-1">
      <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
        <KeyRound aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0" />
        {t('devices.created.hint')}
      </p>
      <CopyLine label={t('devices.created.token')} text={device.accessToken} testId="device-token" />
      <CopyLine label={`${t('devices.created.try')} · MQTT`} text={mqttCommand} />
      <CopyLine label={`${t('devices.created.try')} · HTTP`} text={httpCommand} />
    </div>
  );
}

function CopyLine({ label, text, testId }: { label: string; text: string; testId?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without https there is no clipboard: the text can be selected with one click.
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <span className="text-note font-medium text-ink-2">{label}</span>
      <div className="flex items-start gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
        <code
          data-testid={testId}
          className="min-w-0 flex-1 self-center py-1 font-mono text-note break-all whitespace-pre-wrap select-all"
        >
          {text}
        </code>
        <Button
          size="sm"
          variant="quiet"
          icon={copied ? <Check size={16} strokeWidth={1.5} /> : <Copy size={16} strokeWidth={1.5} />}
          onClick={() => void copy()}
        >
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
    </div>
  );
}
