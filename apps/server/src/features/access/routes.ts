import { access as calls } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { AccessService, type AccessNeeds } from './service.ts';

/** The answer of a lookup; 404 without one. */
async function found<T>(lookup: Promise<T | null>): Promise<T> {
  const answer = await lookup;
  if (answer === null) throw notFound();
  return answer;
}

/** `/api/rights`: who may do this, and what may this person do. */
export function accessRoutes(needs: AccessNeeds): ServedCall[] {
  const service = new AccessService(needs);
  return [
    serve(calls.device, ({ principal, path }) => found(service.ofDevice(principal.organisationId, path.id))),
    serve(calls.scene, ({ principal, path }) => found(service.ofScene(principal.organisationId, path.id))),
    serve(calls.person, ({ principal, path }) => found(service.ofPerson(principal.organisationId, path.id))),
  ];
}
