import type { Principal } from '../auth/access-tokens.ts';
import { HttpProblem } from './problem.ts';
import type { ServedCall } from './serve.ts';

/**
 * Programs act within the organisation of their key, and end with it: what concerns the person who made it is not theirs.
 * @throws {HttpProblem} 403
 */
export function refusePrograms({ apiKeyId }: Pick<Principal, 'apiKeyId'>): void {
  if (apiKeyId !== undefined) throw new HttpProblem(403, 'forbidden');
}

/** The call, refused to programs whatever they send. */
export const personsOnly = (served: ServedCall): ServedCall => ({
  call: served.call,
  answer: async (c, check) => {
    refusePrograms(c.get('principal'));
    return served.answer(c, check);
  },
});
