import { rpc, type DevicePermission } from '@farm3d/api';
import type { Pool } from 'pg';
import { can, keyRoles } from '../../platform/auth/policy.ts';
import { levelGives, type Reach } from '../../platform/auth/reach.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { automationsOff } from '../../platform/rules/automation-switch.ts';
import type { JsonValue } from '../../platform/json-value.ts';

/** A command that waited for its device, with the current rights of its user. */
export interface WaitingCommand {
  readonly id: string;
  /** When it was taken, as the database writes it: what was put back and taken again since is another taking. */
  readonly takenAt: string;
  readonly method: string;
  readonly params: JsonValue;
  readonly source: 'user' | 'linkage' | 'interlock';
  readonly userId: string | null;
  readonly ownerId: string;
  /** The device still belongs to the organisation of the command. */
  readonly isSameOwner: boolean;
  /** It is of an automation, and those of the organisation are switched off. */
  readonly isSwitchedOff: boolean;
  /** Roles of the user in that organisation; null when they gave it in another one, or may not work there any more. */
  readonly ownRoles: readonly string[] | null;
  /** Roles of the user where they gave the command; null when they may not work there any more. */
  readonly roles: readonly string[] | null;
  /** Permissions of the running shares; null without one. */
  readonly permissions: readonly DevicePermission[] | null;
  /** Whether the command came with an API key. */
  readonly isByKey: boolean;
  /** Roles of that key; null when it was removed or has expired. */
  readonly keyRoles: readonly string[] | null;
  /** Rights that the key is limited to; null: those of its roles. */
  readonly keyRights: readonly string[] | null;
}

/**
 * Takes the oldest command that waits for a device. It is marked as sent before it is sent: a crash in between may
 * lose it but never send it twice.
 */
export async function takeWaiting(
  pool: Pool,
  device: Pick<DeviceIdentity, 'id' | 'key'>,
  now: Date,
): Promise<WaitingCommand | undefined> {
  const { rows } = await pool.query<WaitingCommand>(
    `with taken as (
       update command set state = 'sent', sent_at = platform_now() where id = (
         select id from command where device = $1 and state = 'queued' and persistent and expires_at > platform_now()
         order by created_at, id limit 1 for update skip locked)
       returning *)
     select c.id, c.sent_at::text as "takenAt", c.method, c.params, c.source, c.user_id as "userId", c.owner_id as "ownerId", c.owner_id = d.organisation_id as "isSameOwner",
       c.source = 'linkage' and ${automationsOff('c.owner_id')} as "isSwitchedOff", u.roles,
       case when u.organisation_id = c.owner_id then u.roles end as "ownRoles",
       (select array_agg(distinct permission) from device_share s cross join unnest(s.permissions) as permission
        where (s.recipient_id = c.user_id or s.recipient_organisation_id = c.acting_organisation_id)
          and s.device_id = d.id and s.owner_id = c.owner_id
          and s.stopped_at is null and (s.expires_at is null or s.expires_at > $2)) as permissions,
       c.api_key_id is not null as "isByKey", effective_roles(k.organisation_id, k.roles) as "keyRoles", k.rights as "keyRights"
     from taken c join device d on d.key = c.device
       left join active_membership u on u.user_id = c.user_id and u.organisation_id = c.acting_organisation_id
       left join api_key k on k.id = c.api_key_id and (k.expires_at is null or k.expires_at > platform_now())`,
    [device.key, now],
  );
  return rows[0];
}

/** Whether the user of a command may still send it to the device, by the right that the call itself needs. */
export async function mayBeSent(
  command: WaitingCommand,
  deviceId: string,
  reach: Pick<Reach, 'levelOn'>,
): Promise<boolean> {
  if (mayBeSentByRoles(command)) return true;
  const { source, isSameOwner, ownRoles, isByKey, userId, ownerId: organisationId } = command;
  if (source !== 'user' || !isSameOwner || !ownRoles || isByKey || userId === null) return false;
  return levelGives(await reach.levelOn({ organisationId, userId }, 'device', deviceId), rpc.twoway.right);
}

function mayBeSentByRoles(command: WaitingCommand): boolean {
  const { source, isSameOwner, isSwitchedOff, ownRoles, roles, permissions, isByKey } = command;
  if (!isSameOwner || isSwitchedOff) return false;
  // Rules of the organisation depend on the device alone.
  if (source !== 'user') return true;
  if (!roles) return false;
  const { keyRights } = command;
  const acting = isByKey
    ? { roles: keyRoles(roles, command.keyRoles ?? []), ...(keyRights && { rights: keyRights }) }
    : { roles };
  if (!can(acting, rpc.twoway.right)) return false;
  return ownRoles !== null || (permissions?.includes('control') ?? false);
}
