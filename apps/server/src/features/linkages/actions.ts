import type { LinkageAction } from '@farm3d/api';
import type { Pool } from 'pg';
import { InterlockError } from '../commands/interlocks.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Logger } from '../../platform/logger.ts';
import { RpcError, type DeviceRpc } from '../commands/device-rpc.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';

export interface ActionResult {
  readonly type: LinkageAction['type'];
  readonly state: 'successful' | 'failed';
  readonly detail: string;
}

/** Context of the actions of a run. */
export interface ActionContext {
  readonly organisationId: string;
  readonly runId: string;
  readonly userId: string | null;
}

/** Executes the actions one after the other; a failure is recorded and does not stop the next. */
export async function perform(
  actions: readonly LinkageAction[],
  context: ActionContext,
  services: {
    readonly pool: Pool;
    readonly rpc: DeviceRpc;
    readonly events: ServerEvents;
    readonly log: Logger;
  },
): Promise<ActionResult[]> {
  const results: ActionResult[] = [];
  for (const action of actions) {
    try {
      results.push({
        type: action.type,
        state: 'successful',
        detail: await performOne(action, context, services),
      });
    } catch (error) {
      const expected =
        error instanceof RpcError || error instanceof InterlockError || error instanceof Missing;
      if (!expected) services.log.error({ err: error, run: context.runId }, 'an action of a linkage failed');
      results.push({
        type: action.type,
        state: 'failed',
        detail: expected ? error.message : 'internal error',
      });
    }
  }
  return results;
}

class Missing extends Error {
  override readonly name = 'Missing';
}

async function performOne(
  action: LinkageAction,
  { organisationId, runId, userId }: ActionContext,
  { pool, rpc, events }: { pool: Pool; rpc: DeviceRpc; events: ServerEvents },
): Promise<string> {
  switch (action.type) {
    case 'command': {
      // The right is checked when it is sent, not only when the linkage was saved.
      const { rows } = await pool.query<{ id: string; key: number }>(
        'select id, key from device where organisation_id = $1 and id = $2',
        [organisationId, action.deviceId],
      );
      const [device] = rows;
      if (!device) throw new Missing('the device does not exist any more');
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
      if (rowCount !== 1) throw new Missing('the scene does not exist any more');
      const kind = action.kind ?? null;
      events.emit('scene-weather', { sceneId: action.sceneId, organisationId, kind });
      return kind ?? 'ended';
    }
    default:
      return openWorkOrder(pool, organisationId, runId, action);
  }
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
