import type { LinkageAction, LinkageRun } from '@farm3d/api';
import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import { InterlockError } from '../commands/interlocks.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Logger } from '../../platform/logger.ts';
import { RpcError, type DeviceRpc } from '../commands/device-rpc.ts';
import type { AutomationSwitch } from './automation-switch.ts';
import type { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { MAX_DEPTH } from './chains.ts';
import { Refused } from './refused.ts';
import { postWebhook } from './webhook.ts';

export interface ActionResult {
  readonly type: LinkageAction['type'];
  readonly state: 'successful' | 'failed';
  readonly detail: string;
  /** When it began, epoch ms, and how long it took. */
  readonly at: number;
  readonly tookMs: number;
}

/** All actions but waits. */
type Executed = Exclude<LinkageAction, { type: 'wait' }>;

/** Context of the actions of a run. */
export interface ActionContext {
  readonly organisationId: string;
  readonly runId: string;
  readonly userId: string | null;
  /** How many linkages ran one another before it. */
  readonly depth: number;
}

/** What became of a linkage that an action ran. */
export type RanLinkage =
  | 'missing'
  | 'disabled'
  | { readonly state: LinkageRun['state']; readonly reason?: LinkageRun['reason'] | undefined };

export interface Services {
  readonly pool: Pool;
  readonly rpc: DeviceRpc;
  readonly events: ServerEvents;
  readonly log: Logger;
  /** Checked before each action: a run may take minutes. */
  readonly automations: Pick<AutomationSwitch, 'isOff'>;
  readonly outgoing: Pick<OutgoingCalls, 'fetch'>;
  /** Runs another linkage of the organisation, to its end or its first wait. */
  readonly runLinkage: (organisationId: string, linkageId: string, depth: number) => Promise<RanLinkage>;
}

/** What became of some actions, and the wait before which they ended. */
interface Performed {
  readonly results: readonly ActionResult[];
  /** How long, and the index of the action after it; null: there are no more actions. */
  readonly wait: { readonly ms: number; readonly next: number } | null;
}

/**
 * Executes the actions one after the other, from the one of index `first` to the next wait; a failure is recorded and
 * does not stop the next.
 */
export async function perform(
  actions: readonly LinkageAction[],
  first: number,
  context: ActionContext,
  services: Services,
): Promise<Performed> {
  const results: ActionResult[] = [];
  for (const [index, action] of actions.entries()) {
    if (index < first) continue;
    if (action.type === 'wait') return { results, wait: { ms: action.ms, next: index + 1 } };
    const at = platformNow();
    const outcome = await performOrFail(action, context, services);
    results.push({ type: action.type, ...outcome, at, tookMs: platformNow() - at });
  }
  return { results, wait: null };
}

async function performOrFail(
  action: Executed,
  context: ActionContext,
  services: Services,
): Promise<Pick<ActionResult, 'state' | 'detail'>> {
  try {
    if (await services.automations.isOff(context.organisationId))
      throw new Refused('automations are switched off');
    return { state: 'successful', detail: await performOne(action, context, services) };
  } catch (error) {
    const expected = error instanceof RpcError || error instanceof InterlockError || error instanceof Refused;
    if (!expected) services.log.error({ err: error, run: context.runId }, 'an action of a linkage failed');
    return { state: 'failed', detail: expected ? error.message : 'internal error' };
  }
}

async function performOne(action: Executed, context: ActionContext, services: Services): Promise<string> {
  const { organisationId, runId, userId } = context;
  const { pool, rpc, events } = services;
  switch (action.type) {
    case 'webhook':
      return postWebhook(action, context, services);
    case 'linkage':
      return runOther(action.linkageId, context, services);
    case 'command': {
      // The right is checked when it is sent, not only when the linkage was saved.
      const { rows } = await pool.query<{ id: string; key: number }>(
        'select id, key from device where organisation_id = $1 and id = $2',
        [organisationId, action.deviceId],
      );
      const [device] = rows;
      if (!device) throw new Refused('the device does not exist any more');
      const request = {
        method: action.method,
        // It came as JSON and was stored as JSON.
        params: action.params as JsonValue,
        runId,
        ...(userId !== null && { userId }),
      };
      if (action.expiresInMs !== undefined) {
        return `queued as ${await rpc.queue(device, { ...request, expiresInMs: action.expiresInMs })}`;
      }
      return JSON.stringify(await rpc.send(device, request)).slice(0, 1_000);
    }
    case 'notice': {
      const { rows } = await pool.query<{ id: string }>(
        `insert into article (organisation_id, kind, title, content) values ($1, 'notice', $2, $3) returning id`,
        [organisationId, action.title, action.content],
      );
      return rows[0]?.id ?? '';
    }
    case 'weather': {
      const { rowCount } = await pool.query('select from scene where organisation_id = $1 and id = $2', [
        organisationId,
        action.sceneId,
      ]);
      if (rowCount !== 1) throw new Refused('the scene does not exist any more');
      const kind = action.kind ?? null;
      events.emit('scene-weather', { sceneId: action.sceneId, organisationId, kind });
      return kind ?? 'ended';
    }
    default:
      return openWorkOrder(pool, organisationId, runId, action);
  }
}

async function runOther(
  linkageId: string,
  { organisationId, depth }: ActionContext,
  { runLinkage }: Services,
): Promise<string> {
  if (depth >= MAX_DEPTH) throw new Refused('too many automations run one another');
  const ran = await runLinkage(organisationId, linkageId, depth + 1);
  if (ran === 'missing') throw new Refused('the automation does not exist any more');
  if (ran === 'disabled') throw new Refused('the automation is switched off');
  if (ran.state === 'failed') throw new Refused('an action of the automation failed');
  return ran.reason ?? ran.state;
}

async function openWorkOrder(
  pool: Pool,
  organisationId: string,
  runId: string,
  { title, content, deviceId }: Extract<LinkageAction, { type: 'workOrder' }>,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into work_order (organisation_id, title, content, source, source_id, device_id)
       values ($1, $2, $3, 'linkage', $4, (select id from device where organisation_id = $1 and id = $5)) returning id`,
      [organisationId, title, content, runId, deviceId ?? null],
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `insert into work_order_log (work_order_id, action, to_state) values ($1, 'create', '0')`,
      [id],
    );
    return id;
  });
}
