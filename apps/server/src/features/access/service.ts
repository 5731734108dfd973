import { LEVEL_RIGHTS, ROLE_RIGHTS, type AccessLevel, type Right } from '@farm3d/api';
import type { KeyRepository } from '../../platform/auth/key-repository.ts';
import { can, type RightsHolder } from '../../platform/auth/policy.ts';
import { principalOfKey } from '../../platform/auth/principals.ts';
import { DEVICE_RIGHTS, SCENE_RIGHTS } from '../../platform/auth/reach.ts';
import type { AccessRuleRepository } from '../access-rules/repository.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { ShareRepository } from '../sharing/repository.ts';
import type { UserRepository } from '../users/repository.ts';

/** People of one answer. */
const PEOPLE = { offset: 0, limit: 1000 };

export interface AccessNeeds {
  readonly users: Pick<UserRepository, 'list' | 'self' | 'isOnlyHere' | 'effectiveRoles'>;
  readonly keys: Pick<KeyRepository, 'runningApiKeys' | 'runningEmbedTokens'>;
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly shares: Pick<ShareRepository, 'ledger'>;
  readonly accessRules: Pick<AccessRuleRepository, 'membersOn' | 'of'>;
  /** Ids of the devices in a scene. */
  readonly placedIn: (organisationId: string, sceneId: string) => Promise<readonly string[]>;
}

const rightsOf = (holder: RightsHolder, among: readonly Right[]): Right[] =>
  among.filter((right) => can(holder, right));

/** Who may do what, by the code that decides each call. */
export class AccessService {
  readonly #needs: AccessNeeds;

  constructor(needs: AccessNeeds) {
    this.#needs = needs;
  }

  /** Null for a device of another organisation. */
  async ofDevice(organisationId: string, id: string) {
    const { devices, keys, placedIn } = this.#needs;
    const device = await devices.get(organisationId, id);
    if (!device) return null;
    const tokens = await keys.runningEmbedTokens(organisationId);
    const shows = new Map<string, boolean>();
    for (const sceneId of new Set(tokens.map((token) => token.scene_id)))
      shows.set(sceneId, (await placedIn(organisationId, sceneId)).includes(device.id));
    return {
      ...(await this.#within(
        organisationId,
        DEVICE_RIGHTS,
        await this.#membersOn(organisationId, 'device', device.id),
      )),
      shares: await this.#running({ direction: 'shared', organisationId }, device.id),
      embedTokens: tokens.filter((token) => shows.get(token.scene_id)).map(toToken),
    };
  }

  /** Null for a scene of another organisation. */
  async ofScene(organisationId: string, id: string) {
    const { scenes, keys } = this.#needs;
    const scene = await scenes.get(organisationId, id);
    if (!scene) return null;
    const tokens = await keys.runningEmbedTokens(organisationId);
    return {
      ...(await this.#within(
        organisationId,
        SCENE_RIGHTS,
        await this.#membersOn(organisationId, 'scene', scene.id),
      )),
      shares: [],
      embedTokens: tokens.filter((token) => token.scene_id === scene.id).map(toToken),
    };
  }

  /** Null for somebody of another organisation. */
  async ofPerson(organisationId: string, id: string) {
    const { users, keys } = this.#needs;
    const person = await users.self(organisationId, id);
    if (!person) return null;
    const { userId, username, displayName, roles, enabled, installationOperator } = person;
    const holder = { roles: person.effectiveRoles };
    const shares = enabled ? await this.#running({ direction: 'received', organisationId, userId }) : [];
    // What others give the person elsewhere is not the business of this organisation.
    const isOnlyHere = await users.isOnlyHere(organisationId, userId);
    return {
      userId,
      username,
      displayName,
      roles,
      rights: enabled ? rightsOf(holder, ROLE_RIGHTS) : [],
      rules: await this.#needs.accessRules.of({ organisationId, userId }),
      locked: !enabled,
      installationOperator,
      shares: isOnlyHere ? shares : shares.filter(({ recipient }) => recipient === 'organisation'),
      keys: await this.#keys(organisationId, ROLE_RIGHTS, userId),
      embedTokens: (await keys.runningEmbedTokens(organisationId))
        .filter((token) => token.created_by === userId)
        .map(toToken),
    };
  }

  /** People and keys of the organisation with one of these rights, by roles or by rules about the thing. */
  async #within(organisationId: string, among: readonly Right[], byRules: ReadonlyMap<string, AccessLevel>) {
    const { items } = await this.#needs.users.list(organisationId, {}, PEOPLE);
    const effective = await this.#needs.users.effectiveRoles(organisationId);
    const people = items
      .filter(({ enabled }) => enabled)
      .map(({ userId, username, displayName, roles }) => ({
        userId,
        username,
        displayName,
        roles,
        rights: among.filter((right) => {
          const level = byRules.get(userId);
          const holder = { roles: effective.get(userId) ?? [] };
          return can(holder, right) || (level !== undefined && LEVEL_RIGHTS[level].includes(right));
        }),
        level: byRules.get(userId) ?? null,
      }));
    const keys = await this.#keys(organisationId, among);
    return {
      people: people.filter(({ rights }) => rights.length > 0),
      keys: keys.filter(({ rights }) => rights.length > 0),
    };
  }

  #membersOn(...of: Parameters<AccessRuleRepository['membersOn']>) {
    return this.#needs.accessRules.membersOn(...of);
  }

  /** Keys of the organisation, or of one maker. */
  async #keys(organisationId: string, among: readonly Right[], makerId?: string) {
    const rows = await this.#needs.keys.runningApiKeys(organisationId);
    const asked = makerId === undefined ? rows : rows.filter((row) => row.created_by === makerId);
    return asked.map((row) => ({
      id: row.id,
      name: row.name,
      username: row.username,
      rights: rightsOf(principalOfKey(row), among),
      readOnly: row.read_only,
      expireTime: row.expires_at,
    }));
  }

  async #running(side: Parameters<ShareRepository['ledger']>[0], deviceId?: string) {
    const shares = await this.#needs.shares.ledger(side, { deviceId });
    return shares.filter(({ state }) => state === 'active');
  }
}

type Token = Awaited<ReturnType<KeyRepository['runningEmbedTokens']>>[number];

const toToken = ({ id, name, scene_id, sceneName, username, expires_at }: Token) => ({
  id,
  name,
  sceneId: scene_id,
  sceneName,
  username,
  expireTime: expires_at,
});
