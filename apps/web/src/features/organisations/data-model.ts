import { computed, createModel, effect, signal } from '@preact/signals-react';
import { createClientOf, organisationExports, type OrganisationExport } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { saveFile } from '../../platform/save-file.ts';
import { clientOptions } from '../../platform/services.ts';
import { isAdministrator, user } from '../../platform/session.ts';
import { dayText } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** The progress of an export is asked for after this time, milliseconds. */
const POLL_MS = 1_000;

const exportApi = createClientOf({ organisationExports }, clientOptions);

/** Archives of the organisation, and its deletion. */
export const OrganisationDataModel = createModel(() => {
  const exports = loadable<readonly OrganisationExport[]>(
    async (abort) => (await exportApi.organisationExports.list({ signal: abort })).items,
  );
  /** Whether the dialog of the deletion is open. */
  const deleting = signal(false);
  const busy = signal(false);
  const isRunning = computed(() => (exports.value.value ?? []).some(({ state }) => state === 'running'));
  const refresh = (): void => void exports.load();
  effect(() => {
    if (isAdministrator.value) refresh();
  });
  effect(() => {
    if (!isRunning.value) return undefined;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  });
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
      refresh();
    }
  };
  return {
    exports,
    deleting,
    busy,
    isRunning,
    mayDelete: computed(() => user.value?.roles.includes('owner') ?? false),
    refresh,
    askToDelete: (open: boolean): void => {
      deleting.value = open;
    },
    make: (): Promise<void> => attempt(async () => void (await exportApi.organisationExports.create())),
    download: ({ id, createdAt }: OrganisationExport): Promise<void> =>
      attempt(async () => {
        const name = `${user.peek()?.organisation.name ?? 'organisation'} ${dayText(createdAt)}.zip`;
        saveFile(await exportApi.organisationExports.download(id), name);
      }),
    remove: ({ id }: OrganisationExport): Promise<void> =>
      attempt(async () => {
        await exportApi.organisationExports.remove(id);
        showToast('success', t('organisationData.export.removed'));
      }),
  };
});

export type OrganisationData = InstanceType<typeof OrganisationDataModel>;
