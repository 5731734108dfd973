import { createModel, signal } from '@preact/signals-react';
import {
  organisations as organisationCalls,
  type CreatedInvitation,
  type OrganisationUsage,
} from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { allPages, createList } from '../../kit/list-model.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Organisations of the installation, and what its operator does with them. */
export const OrganisationsModel = createModel((services: Services, search: string) => {
  const { organisations } = services.clientOf({ organisations: organisationCalls });
  const list = createList<OrganisationUsage>(services, {
    fetch: (abort) => allPages((page) => organisations.list(page, { signal: abort })),
    textsOf: ({ name }) => [name],
    given: search,
  });
  /** The opened form: of a new organisation, or of one to rename. */
  const editing = createOpening<OrganisationUsage | 'new'>();
  /** The one that is deleted for good once its name is typed. */
  const deleting = createOpening<OrganisationUsage>();
  /** The invitation of a new organisation's owner, shown once. */
  const invitation = signal<CreatedInvitation | null>(null);
  const { attempt } = createAttempts(list.refresh);

  const setSuspended = ({ id, name }: OrganisationUsage, suspended: boolean): Promise<boolean> =>
    attempt(async () => {
      await organisations.update(id, { suspended });
      return t(suspended ? 'organisations.isSuspended' : 'organisations.isResumed', { name });
    });
  return {
    list,
    editing,
    deleting,
    deleted: (): void => {
      deleting.close();
      list.refresh();
    },
    invitation,
    /** The form was saved; a new organisation has an invitation. */
    saved: (made: CreatedInvitation | null): void => {
      editing.close();
      invitation.value = made;
      if (!made) showToast('success', t('organisations.saved'));
      list.refresh();
    },
    handedOver: (): void => {
      invitation.value = null;
    },
    suspending: createQuestion((organisation: OrganisationUsage) => setSuspended(organisation, true)),
    resume: (organisation: OrganisationUsage) => setSuspended(organisation, false),
  };
});

export type Organisations = InstanceType<typeof OrganisationsModel>;
