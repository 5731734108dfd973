import { computed, createModel, effect } from '@preact/signals-react';
import { organisationExports, type OrganisationExport } from '@farm3d/api';
import { createAttempts, createOpening } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Services } from '../../platform/services.ts';
import { dayText } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

/** The progress of an export is asked for after this time, milliseconds. */
const POLL_MS = 1_000;

/** Archives of the organisation, and its deletion. */
export const OrganisationDataModel = createModel(({ clientOf, session }: Services) => {
  const calls = clientOf({ organisationExports }).organisationExports;
  const exports = loadable<readonly OrganisationExport[]>(
    async (abort) => (await calls.list({ signal: abort })).items,
  );
  /** Whether the dialog of the deletion is open. */
  const deleting = createOpening<true>();
  const isRunning = computed(() => (exports.value.value ?? []).some(({ state }) => state === 'running'));
  const refresh = (): void => void exports.load();
  effect(() => {
    if (session.isAdministrator.value) refresh();
  });
  effect(() => {
    if (!isRunning.value) return undefined;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  });
  const { busy, attempt } = createAttempts(refresh);
  const unlessBusy = async (work: () => Promise<string | null>): Promise<void> => {
    if (!busy.peek()) await attempt(work);
  };
  return {
    exports,
    deleting,
    busy,
    isRunning,
    mayDelete: computed(() => session.user.value?.roles.includes('owner') ?? false),
    make: () =>
      unlessBusy(async () => {
        await calls.create();
        return null;
      }),
    download: ({ id, createdAt }: OrganisationExport) =>
      unlessBusy(async () => {
        const name = `${session.user.peek()?.organisation.name ?? 'organisation'} ${dayText(createdAt)}.zip`;
        saveFile(await calls.download(id), name);
        return null;
      }),
    remove: ({ id }: OrganisationExport) =>
      unlessBusy(async () => {
        await calls.remove(id);
        return t('organisationData.export.removed');
      }),
  };
});

export type OrganisationData = InstanceType<typeof OrganisationDataModel>;
