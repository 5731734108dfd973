import { createModel } from '@preact/signals-react';
import { access, createClientOf, type PersonReach, type Reach } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { clientOptions } from '../../platform/services.ts';

const accessApi = createClientOf({ access }, clientOptions);

/** Of what is asked who may use it, or that a person is asked about. */
export type AccessSubject = 'device' | 'scene' | 'person';

/** Who may use something, or what a person may do. */
export const AccessModel = createModel((of: AccessSubject, id: string) => {
  const answer = loadable<Reach | PersonReach>((abort) => accessApi.access[of](id, { signal: abort }));
  void answer.load();
  return { answer };
});
