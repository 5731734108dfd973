import { isDeepStrictEqual } from 'node:util';
import type { LinkageTrigger } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { parameterProblem } from '../commands/command-problem.ts';
import { parameterFault } from '../product-models/handles.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { checkChains } from './chains.ts';
import type { LinkageRepository } from './repository.ts';
import type { LinkageDefinition } from './runs.ts';
import { nextRun } from './schedule.ts';

/** Lookups for the check of a linkage. */
export interface LinkageLookups {
  readonly linkages: Pick<LinkageRepository, 'chains'>;
  readonly devices: Pick<DeviceRepository, 'keys' | 'get'>;
  readonly products: Pick<ProductModelRepository, 'attributes' | 'get'>;
}

function isCron(expression: string, timeZone: string): boolean {
  try {
    return nextRun(expression, timeZone, platformNow()) !== null;
  } catch {
    return false;
  }
}

/** @throws {HttpProblem} 400 naming the field */
function checkTriggers(triggers: readonly LinkageTrigger[], hasCondition: boolean): void {
  if (triggers.length === 0) throw new HttpProblem(400, 'linkage.triggers.required', { field: 'triggers' });
  for (const [index, trigger] of triggers.entries()) {
    if (triggers.slice(0, index).some((other) => isDeepStrictEqual(other, trigger))) {
      throw new HttpProblem(400, 'linkage.trigger.repeated', { field: `triggers.${index}.type` });
    }
    if (trigger.type === 'telemetry' && !hasCondition) {
      throw new HttpProblem(400, 'linkage.condition.required', { field: 'condition' });
    }
    if (trigger.type === 'cron' && !isCron(trigger.expression, trigger.timeZone)) {
      throw new HttpProblem(400, 'field.invalid', { field: `triggers.${index}.expression` });
    }
  }
}

/**
 * Everything that a linkage names must exist, belong to the organisation, and be within its range.
 * @param id null for a linkage that is new
 * @throws {HttpProblem} 400 naming the field
 */
export async function checkLinkage(
  organisationId: string,
  id: string | null,
  { triggers, condition, actions }: LinkageDefinition,
  { linkages, devices, products }: LinkageLookups,
): Promise<void> {
  const watches = condition ? compileCondition(condition).watches : [];
  if (watches.some(({ deviceId }) => deviceId === null)) {
    throw new HttpProblem(400, 'linkage.condition.device', { field: 'condition' });
  }
  checkTriggers(triggers, condition !== null);
  const named = new Set([
    ...watches.flatMap(({ deviceId }) => deviceId ?? []),
    ...triggers.flatMap((trigger) => ('deviceId' in trigger ? trigger.deviceId : [])),
    ...actions.flatMap((action) => ('deviceId' in action ? (action.deviceId ?? []) : [])),
  ]);
  if ((await devices.keys(organisationId, [...named])).length !== named.size) {
    throw new HttpProblem(400, 'linkage.device.unknown', { field: 'deviceId' });
  }
  if (actions.some(({ type }) => type === 'linkage')) {
    checkChains(actions, id, await linkages.chains(organisationId));
  }
  for (const [index, action] of actions.entries()) {
    if (action.type !== 'command') continue;
    const device = await devices.get(organisationId, action.deviceId);
    if (!device) continue;
    const modelId = device.product_model_id;
    const services = await products.attributes(modelId, { state: 1, type: '1', organisationId });
    const allowsUndeclared = (await products.get(organisationId, modelId))?.undeclared_commands ?? false;
    const service = services.find(({ identify }) => identify === action.method);
    if (!service) {
      if (allowsUndeclared) continue;
      throw new HttpProblem(400, 'rpc.method.unknown', { field: `actions.${index}.method` });
    }
    const fault = parameterFault(service.parameters, action.params, allowsUndeclared);
    if (fault) throw parameterProblem(fault, `actions.${index}.params.`);
  }
}
