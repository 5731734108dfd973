import { useModel } from '@preact/signals-react';
import type { StoredFile } from '@farm3d/api';
import { Button, EmptyState, ErrorState, GenericForm, Skeleton } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { t as common } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import { Section, type TabProps } from './tab-parts.tsx';
import { mayOwn } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';
import { DeviceFilesFormModel, DeviceFilesModel } from './files-model.ts';

/** Files and pictures of the device: manuals, wiring plans, photos of the place. */
export default function FilesTab({ device }: TabProps) {
  const model = useModel(() => new DeviceFilesModel(device.id));
  const { stored } = model;
  const error = stored.error.value;
  if (stored.hasLoaded.value)
    return mayOwn(device, 'devices') ? (
      <FilesForm deviceId={device.id} model={model} />
    ) : (
      <FileLinks files={stored.value.value ?? []} />
    );
  return error === null ? (
    <Skeleton className="h-40" />
  ) : (
    <ErrorState
      title={problemText(error)}
      hint={problemHint(error)}
      action={<Button onClick={() => void stored.load()}>{common('common.retry')}</Button>}
    />
  );
}

function FileLinks({ files }: { files: readonly StoredFile[] }) {
  return (
    <Section title={t('device.tab.files')}>
      {files.length === 0 && <EmptyState title={t('device.files.none')} />}
      <ul data-testid="device-file-links">
        {files.map(({ id, originalName, url }) => (
          <li key={id}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center break-all text-water hover:underline"
            >
              {originalName}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FilesForm({ deviceId, model }: { deviceId: string; model: InstanceType<typeof DeviceFilesModel> }) {
  const { form, send, follow } = useModel(() => new DeviceFilesFormModel(deviceId, model));
  return (
    <Section title={t('device.tab.files')}>
      <GenericForm
        id="device-files"
        testId="device-files"
        model={form}
        services={formServices()}
        send={send}
        onSent={() => {
          showToast('success', t('device.saved'));
          void follow();
        }}
      >
        <Button
          type="submit"
          variant="primary"
          busy={form.busy.value || form.isUploading.value}
          disabled={!form.isDirty.value}
          data-testid="device-files-save"
        >
          {t('device.save')}
        </Button>
      </GenericForm>
    </Section>
  );
}
