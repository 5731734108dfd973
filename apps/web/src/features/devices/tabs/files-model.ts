import { createModel } from '@preact/signals-react';
import type { StoredFile } from '@farm3d/api';
import { createFormModel, type FormValues, type UploadedFile } from '@farm3d/ui';
import { formDraft, formProblem } from '../../../kit/forms/form-services.ts';
import { loadable } from '../../../platform/loadable.ts';
import { locale } from '../../../platform/locale.ts';
import { deviceApi } from '../device-api.ts';
import { t } from '../zh-CN.ts';

/** The server attribute that holds the ids of a device's files, and the key of the form's field. */
const FILES = 'files';

/** Ids of the files of a device, the oldest first. */
async function readIds(deviceId: string, abort?: AbortSignal): Promise<readonly string[]> {
  const { server } = await deviceApi.deviceLink.attributes(deviceId, abort ? { signal: abort } : {});
  const value = server[FILES];
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

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
export const DeviceFilesModel = createModel((deviceId: string) => {
  const stored = loadable<readonly StoredFile[]>(async (abort) => {
    const ids = await readIds(deviceId, abort);
    return ids.length === 0 ? [] : (await deviceApi.files.list(ids, { signal: abort })).items;
  });
  void stored.load();
  return { stored };
});

/** The form that adds and removes them. */
export const DeviceFilesFormModel = createModel(
  (deviceId: string, { stored }: InstanceType<typeof DeviceFilesModel>) => {
    const known = (): readonly StoredFile[] => stored.value.peek() ?? [];
    const form = createFormModel({
      fields: () => [{ key: FILES, type: 'file', label: t('device.files'), hint: t('device.files.hint') }],
      locale,
      initial: valuesOf(known()),
      draft: formDraft(`device.${deviceId}.files`),
      problemOf: formProblem(),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        const wanted = (values[FILES] as readonly UploadedFile[]).map(({ id }) => id);
        const removed = known().filter(({ id }) => !wanted.includes(id));
        // Somebody else may have added some since.
        const others = (await readIds(deviceId)).filter(
          (id) => !wanted.includes(id) && removed.every((file) => file.id !== id),
        );
        await deviceApi.deviceLink.keep(deviceId, { [FILES]: [...others, ...wanted] });
        // One that cannot be deleted stays in the list of all files.
        await Promise.allSettled(
          removed.filter(({ removable }) => removable).map(({ id }) => deviceApi.files.remove(id)),
        );
      },
      /** After it was sent: what is stored now. */
      follow: async (): Promise<void> => {
        await stored.load();
        form.reset(valuesOf(known()));
      },
    };
  },
);
