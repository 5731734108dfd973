import { createModel } from '@preact/signals-react';
import { deviceLink, files as fileCalls, type StoredFile } from '@farm3d/api';
import { EmptyState, Skeleton, type FormValues, type UploadedFile } from '@farm3d/ui';
import { createForm } from '../../../kit/forms/create-form.ts';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import { mayOwn } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';
import { SavedForm, Section, type TabProps } from './tab-parts.tsx';

/** The server attribute that holds the ids of a device's files, and the key of the form's field. */
const FILES = 'files';

const valuesOf = (files: readonly StoredFile[]): FormValues => ({
  [FILES]: files.map(({ id, path, originalName, sizeBytes, url }) => ({
    id,
    path,
    name: originalName,
    sizeBytes,
    url,
  })),
});

/** Files and pictures of a device. */
const DeviceFilesModel = createModel((services: Services, deviceId: string) => {
  const calls = services.clientOf({ deviceLink, files: fileCalls });
  /** Ids of the files of the device, the oldest first. */
  const readIds = async (abort?: AbortSignal): Promise<readonly string[]> => {
    const { server } = await calls.deviceLink.attributes(deviceId, abort ? { signal: abort } : {});
    const value = server[FILES];
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  };
  const stored = loadable<readonly StoredFile[]>(async (abort) => {
    const ids = await readIds(abort);
    return ids.length === 0 ? [] : (await calls.files.list(ids, { signal: abort })).items;
  });
  void stored.load();
  return { calls, readIds, stored };
});
type DeviceFiles = InstanceType<typeof DeviceFilesModel>;

/** The form that adds and removes them. */
const DeviceFilesFormModel = createModel(
  (services: Services, deviceId: string, { calls, readIds, stored }: DeviceFiles) => {
    const known = (): readonly StoredFile[] => stored.value.peek() ?? [];
    const { form, send } = createForm(services, {
      fields: () => [{ key: FILES, type: 'file', label: t('device.files'), hint: t('device.files.hint') }],
      initial: valuesOf(known()),
      draft: `device.${deviceId}.files`,
      send: async (values) => {
        const wanted = (values[FILES] as readonly UploadedFile[]).map(({ id }) => id);
        const removed = known().filter(({ id }) => !wanted.includes(id));
        // Somebody else may have added some since.
        const others = (await readIds()).filter(
          (id) => !wanted.includes(id) && removed.every((file) => file.id !== id),
        );
        await calls.deviceLink.keep(deviceId, { [FILES]: [...others, ...wanted] });
        // One that cannot be deleted stays in the list of all files.
        await Promise.allSettled(
          removed.filter(({ removable }) => removable).map(({ id }) => calls.files.remove(id)),
        );
      },
    });
    return {
      form,
      send,
      /** After it was sent: what is stored now. */
      follow: async (): Promise<void> => {
        await stored.load();
        form.reset(valuesOf(known()));
      },
    };
  },
);

/** Files and pictures of the device: manuals, wiring plans, photos of the place. */
export default function FilesTab({ device }: TabProps) {
  const model = useModelOf(DeviceFilesModel, device.id);
  return (
    <Loaded of={model.stored} skeleton={<Skeleton className="h-40" />}>
      {() =>
        mayOwn(device, 'devices') ? (
          <FilesForm deviceId={device.id} model={model} />
        ) : (
          <FileLinks files={model.stored.value.value ?? []} />
        )
      }
    </Loaded>
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

function FilesForm({ deviceId, model }: { deviceId: string; model: DeviceFiles }) {
  const { form, send, follow } = useModelOf(DeviceFilesFormModel, deviceId, model);
  return (
    <Section title={t('device.tab.files')}>
      <SavedForm
        id="device-files"
        form={form}
        send={send}
        saveTestId="device-files-save"
        onlyChanges
        onSaved={() => void follow()}
      />
    </Section>
  );
}
