import { createModel } from '@preact/signals-react';
import { access, createClientOf, users, type PersonReach, type Reach } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { clientOptions } from '../../platform/services.ts';
import { knownRoles } from './role-text.ts';

const accessApi = createClientOf({ access, users }, clientOptions);

/** Of what is asked who may use it, or that a person is asked about. */
export type AccessSubject = 'device' | 'scene' | 'person';

/** Who may use something, or what a person may do. */
export const AccessModel = createModel((of: AccessSubject, id: string) => {
  const answer = loadable<Reach | PersonReach>(async (abort) => {
    const [reach, roles] = await Promise.all([
      accessApi.access[of](id, { signal: abort }),
      accessApi.users.roles({ signal: abort }),
    ]);
    knownRoles(roles.items);
    return reach;
  });
  void answer.load();
  return { answer };
});
