import { HttpProblem } from '../../platform/http/problem.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { parameterProblem } from '../commands/command-problem.ts';
import { parameterFault } from '../product-models/handles.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { nextRun } from './engine.ts';
import type { LinkageDefinition } from './runs.ts';

/** Lookups for the check of a linkage. */
export interface LinkageLookups {
  readonly devices: Pick<DeviceRepository, 'keys' | 'get'>;
  readonly products: Pick<ProductModelRepository, 'attributes' | 'get'>;
}

function isCron(expression: string, timeZone: string): boolean {
  try {
    return nextRun(expression, timeZone, Date.now()) !== null;
  } catch {
    return false;
  }
}

/**
 * Everything that a linkage names must exist, belong to the organisation, and be within its range.
 * @throws {HttpProblem} 400 naming the field
 */
export async function checkLinkage(
  organisationId: string,
  { trigger, condition, actions }: LinkageDefinition,
  { devices, products }: LinkageLookups,
): Promise<void> {
  const watches = condition ? compileCondition(condition).watches : [];
  if (watches.some(({ deviceId }) => deviceId === null)) {
    throw new HttpProblem(400, 'linkage.condition.device', { field: 'condition' });
  }
  if (trigger.type === 'telemetry' && condition === null) {
    throw new HttpProblem(400, 'linkage.condition.required', { field: 'condition' });
  }
  if (trigger.type === 'cron' && !isCron(trigger.expression, trigger.timeZone)) {
    throw new HttpProblem(400, 'field.invalid', { field: 'trigger.expression' });
  }
  const named = new Set([
    ...watches.flatMap(({ deviceId }) => deviceId ?? []),
    ...('deviceId' in trigger ? [trigger.deviceId] : []),
    ...actions.flatMap((action) => ('deviceId' in action ? (action.deviceId ?? []) : [])),
  ]);
  if ((await devices.keys(organisationId, [...named])).length !== named.size) {
    throw new HttpProblem(400, 'linkage.device.unknown', { field: 'deviceId' });
  }
  for (const [index, action] of actions.entries()) {
    if (action.type !== 'command') continue;
    const device = await devices.get(organisationId, action.deviceId);
    if (!device) continue;
    const modelId = device.product_model_id;
    const services = await products.attributes(modelId, { state: 1, type: '1', organisationId });
    const allowsUndeclared = (await products.get(modelId))?.undeclared_commands ?? false;
    const service = services.find(({ identify }) => identify === action.method);
    if (!service) {
      if (allowsUndeclared) continue;
      throw new HttpProblem(400, 'rpc.method.unknown', { field: `actions.${index}.method` });
    }
    const fault = parameterFault(service.parameters, action.params, allowsUndeclared);
    if (fault) throw parameterProblem(fault, `actions.${index}.params.`);
  }
}
