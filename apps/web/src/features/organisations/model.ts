import { computed, createModel, signal } from '@preact/signals-react';
import type { CreatedInvitation, OrganisationUsage } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { organisationApi } from '../../platform/organisation-api.ts';
import { problemText } from '../../platform/problem.ts';
import { user } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Organisations of a call; those of an installation are fetched page by page. */
const PAGE_ORGANISATIONS = 200;

async function allOrganisations(abort: AbortSignal): Promise<OrganisationUsage[]> {
  const found: OrganisationUsage[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: PAGE_ORGANISATIONS };
    const { items, total } = await organisationApi.organisations.list(query, { signal: abort });
    found.push(...items);
    if (items.length < PAGE_ORGANISATIONS || found.length >= total) return found;
  }
}

/** Organisations of the installation, and what its operator does with them. */
export const OrganisationsModel = createModel(() => {
  const search = signal('');
  const organisations = loadable<readonly OrganisationUsage[]>(allOrganisations);
  /** The opened form: 'new', an organisation to rename, or none. */
  const editing = signal<OrganisationUsage | 'new' | null>(null);
  /** The one that the operator is asked about before it is suspended. */
  const suspending = signal<OrganisationUsage | null>(null);
  /** The one that is deleted for good once its name is typed. */
  const deleting = signal<OrganisationUsage | null>(null);
  /** The invitation of a new organisation's owner, shown once. */
  const invitation = signal<CreatedInvitation | null>(null);
  const busy = signal(false);
  const mayOperate = computed(() => user.value?.isInstallationOperator ?? false);
  const refresh = (): void => void organisations.load();
  if (mayOperate.peek()) refresh();

  const setSuspended = async ({ id, name }: OrganisationUsage, suspended: boolean): Promise<void> => {
    busy.value = true;
    try {
      await organisationApi.organisations.update(id, { suspended });
      showToast('success', t(suspended ? 'organisations.isSuspended' : 'organisations.isResumed', { name }));
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
      refresh();
    }
  };
  return {
    search,
    organisations,
    editing,
    suspending,
    deleting,
    askToDelete: (organisation: OrganisationUsage | null): void => {
      deleting.value = organisation;
    },
    deleted: (): void => {
      deleting.value = null;
      refresh();
    },
    invitation,
    busy,
    mayOperate,
    refresh,
    shown: computed(() => {
      const text = search.value.trim().toLowerCase();
      return (organisations.value.value ?? []).filter(({ name }) => name.toLowerCase().includes(text));
    }),
    type: (text: string): void => {
      search.value = text;
    },
    edit: (organisation: OrganisationUsage | 'new' | null): void => {
      editing.value = organisation;
    },
    /** The form was saved; a new organisation has an invitation. */
    saved: (made: CreatedInvitation | null): void => {
      editing.value = null;
      invitation.value = made;
      if (!made) showToast('success', t('organisations.saved'));
      refresh();
    },
    handedOver: (): void => {
      invitation.value = null;
    },
    ask: (organisation: OrganisationUsage | null): void => {
      suspending.value = organisation;
    },
    suspend: async (): Promise<void> => {
      const asked = suspending.peek();
      if (!asked) return;
      await setSuspended(asked, true);
      suspending.value = null;
    },
    resume: (organisation: OrganisationUsage): Promise<void> => setSuspended(organisation, false),
  };
});

export type Organisations = InstanceType<typeof OrganisationsModel>;
