import { createModel, signal } from '@preact/signals-react';
import { organisations as organisationCalls, type Membership } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { type Services, openHome, switchOrganisation } from '../../platform/services.ts';
import { problemText } from '../../platform/problem.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** The user's organisations: switching between them, and leaving them. */
export const WorkplacesModel = createModel((services: Services) => {
  const { organisations } = services.clientOf({ organisations: organisationCalls });
  const memberships = loadable<readonly Membership[]>(
    async (abort) => (await organisations.mine({ signal: abort })).items,
  );
  /** The one that the user is asked about. */
  const leaving = signal<Membership | null>(null);
  /** Id of the organisation of the call that runs. */
  const busy = signal<string | null>(null);
  void memberships.load();

  const attempt = async (id: string, work: () => Promise<void>): Promise<void> => {
    if (busy.peek() !== null) return;
    busy.value = id;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
      void memberships.load();
    } finally {
      busy.value = null;
    }
  };
  return {
    memberships,
    leaving,
    busy,
    ask: (membership: Membership | null): void => {
      leaving.value = membership;
    },
    enter: ({ organisationId }: Membership): Promise<void> =>
      attempt(organisationId, () => switchOrganisation(services, organisationId)),
    leave: (): Promise<void> => {
      const asked = leaving.peek();
      if (!asked) return Promise.resolve();
      const { organisationId, organisationName: name, current } = asked;
      return attempt(organisationId, async () => {
        await organisations.leave(organisationId);
        leaving.value = null;
        if (current) return openHome();
        showToast('success', t('workplaces.left', { name }));
        await memberships.load();
      });
    },
  };
});

export type Workplaces = InstanceType<typeof WorkplacesModel>;
