import { ACCESS_LEVELS, LEVEL_RIGHTS, type AccessLevel, type Call, type Right } from '@farm3d/api';
import type { Principal } from './access-tokens.ts';
import { can } from './policy.ts';

/** A member of an organisation. */
export type Member = Pick<Principal, 'organisationId' | 'userId'>;
/** What access rules are about. */
export type ReachedKind = 'device' | 'scene';

/** Rights that somebody can have on a device. */
export const DEVICE_RIGHTS: readonly Right[] = ['read', 'operate', 'alarms', 'devices', 'rules', 'share'];

/** And on a scene: its devices are operated in it. */
export const SCENE_RIGHTS: readonly Right[] = ['read', 'operate', 'scenes'];

/** What access rules give to a person now, read at every use. */
export interface Reach {
  /** The level on an object; null: none. */
  levelOn(member: Member, kind: ReachedKind, id: string): Promise<AccessLevel | null>;
  /** Whether any rule gives this right on something. */
  givesAnywhere(member: Member, right: Right): Promise<boolean>;
}

/** Whether a level on an object gives a right on it. */
export const levelGives = (level: AccessLevel | null, right: Right): boolean =>
  level !== null && LEVEL_RIGHTS[level].includes(right);

/** The lower of two levels. */
export const lowerLevel = (one: AccessLevel, other: AccessLevel): AccessLevel =>
  ACCESS_LEVELS[Math.min(ACCESS_LEVELS.indexOf(one), ACCESS_LEVELS.indexOf(other))] ?? 'see';

/** The higher of two levels; null: none. */
export function higherLevel(one: AccessLevel | null, other: AccessLevel | null): AccessLevel | null {
  if (one === null || other === null) return one ?? other;
  return ACCESS_LEVELS[Math.max(ACCESS_LEVELS.indexOf(one), ACCESS_LEVELS.indexOf(other))] ?? null;
}

/**
 * Whether rules permit a call that the roles do not. Rules are of people: a program's key has the rights of its roles alone.
 * @param id of the path, where the call is about one object
 */
export async function permittedByRules(
  principal: Principal,
  { reach: kind, right, level: needed }: Pick<Call, 'reach' | 'right' | 'level'>,
  id: string,
  reach: Reach,
): Promise<boolean> {
  if (kind === undefined || principal.apiKeyId !== undefined || principal.sceneId !== undefined) return false;
  if (kind === 'own' || kind === 'any') return reach.givesAnywhere(principal, right);
  const level = await reach.levelOn(principal, kind, id);
  if (level === null || !levelGives(level, right)) return false;
  return needed === undefined || lowerLevel(level, needed) === needed;
}

/** What a caller who may see an object of their organisation may do with it now, by roles and by rules. */
export async function rightsOn(
  principal: Principal,
  kind: ReachedKind,
  id: string,
  reach: Pick<Reach, 'levelOn'>,
): Promise<Right[]> {
  if (principal.sceneId !== undefined) return ['read'];
  const among = kind === 'device' ? DEVICE_RIGHTS : SCENE_RIGHTS;
  const byRoles = among.filter((right) => can(principal, right));
  // Rules are of people: a program's key has the rights of its roles alone.
  if (byRoles.length === among.length || principal.apiKeyId !== undefined) return byRoles;
  const level = await reach.levelOn(principal, kind, id);
  return among.filter((right) => byRoles.includes(right) || levelGives(level, right));
}
