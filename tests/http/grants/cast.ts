import { randomUUID } from 'node:crypto';
import {
  createApiClient,
  type ApiClient,
  type CreatedDevice,
  type EquipmentRecord,
  type SceneLayout,
} from '@farm3d/api';
import { insertMember } from '../../support/members.ts';
import { farm, type Farm } from '../../support/farm.ts';
import { HourClock } from '../../support/hour-clock.ts';

/** How a right ends. */
export const ENDS = [
  'claim',
  'share stopped',
  'share expired',
  'organisation share stopped',
  'organisation share expired',
  'attributes withdrawn',
  'demoted',
  'locked',
  'deleted',
  'left',
  'key revoked',
  'scene deleted',
] as const;
export type End = (typeof ENDS)[number];

/** Ends of a share: the holder is of another organisation. */
const SHARE_ENDS: readonly End[] = [
  'share stopped',
  'share expired',
  'organisation share stopped',
  'organisation share expired',
  'attributes withdrawn',
];

const PASSWORD = 'eine-lange-losung-2026';
export const uniqueName = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;

/** A person, or a program with a key of theirs. */
interface Holder {
  readonly api: ApiClient;
  readonly token: string;
}

interface Person extends Holder {
  readonly id: string;
  readonly username: string;
}

/** Three organisations on one server: ours, one that takes devices over, and one whose people get shares. */
export class Cast {
  readonly server: Farm;
  /** Time as rights see it. */
  readonly clock: HourClock;
  readonly ours: Person;
  readonly claimant: Person;
  readonly guests: Person;

  private constructor(server: Farm, clock: HourClock, ours: Person, claimant: Person, guests: Person) {
    this.server = server;
    this.clock = clock;
    this.ours = ours;
    this.claimant = claimant;
    this.guests = guests;
  }

  static async assemble(): Promise<Cast> {
    const clock = new HourClock();
    const server = await farm({ clock, settings: { FARM3D_RTMP_PORT: '0' } });
    const administrator = async (name: string): Promise<Person> => {
      const username = uniqueName(name).replace(' ', '-');
      await insertMember(server, { username, roles: ['admin'], organisation: username });
      return logIn(server, username, server.adminPassword);
    };
    const [ours, claimant, guests] = await Promise.all(['ours', 'claimant', 'guests'].map(administrator));
    if (!ours || !claimant || !guests) throw new Error('somebody is missing');
    return new Cast(server, clock, ours, claimant, guests);
  }

  /** A user of an organisation, with all rights in it. */
  async person(of: Person): Promise<Person> {
    const username = uniqueName('person').replace(' ', '-');
    await of.api.users.create({ username, roles: ['admin'], password: PASSWORD });
    return logIn(this.server, username, PASSWORD);
  }

  client(token: string): ApiClient {
    return createApiClient({ baseUrl: this.server.baseUrl, getAccessToken: () => token });
  }

  async report(token: string, values: object): Promise<number> {
    const answer = await fetch(`${this.server.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      body: JSON.stringify(values),
    });
    return answer.status;
  }
}

async function logIn(server: Farm, username: string, password: string): Promise<Person> {
  const { baseUrl } = server;
  const { accessToken, user } = await createApiClient({ baseUrl }).auth.login({ username, password });
  const api = createApiClient({ baseUrl, getAccessToken: () => accessToken });
  return { api, token: accessToken, id: user.userId, username };
}

/** A case: the end of one right. */
export interface Scene {
  readonly cast: Cast;
  readonly end: End;
  /** Device of ours whose right ends. */
  readonly device: CreatedDevice;
  /** Device that the holder may see before and after it, unless they themselves are gone. */
  readonly marker: CreatedDevice;
  /** Scene with both devices. */
  readonly sceneId: string;
  readonly holder: Holder;
  /** The device that 'claim' takes over: `device`, or one behind it. */
  readonly claimed: { id: string };
  /** Ends the right; resolves after the response of the call. */
  readonly finish: () => Promise<void>;
  /** The owner of the device, before and after the end. */
  readonly owner: () => Holder;
}

export interface SceneOptions {
  readonly productModelCode?: string;
  /** The holder is a person of another organisation with a share, whatever ends it. */
  readonly shared?: boolean;
  /** The holder is a program with an API key of the person, whatever ends it. */
  readonly program?: boolean;
  /** 'key revoked' is the end of the device's own token. */
  readonly deviceKey?: boolean;
  /** The holder has an embed token of the scene. */
  readonly embedded?: boolean;
  /** The scene is of the holder's organisation, whosever the device is. */
  readonly sceneAtHome?: boolean;
}

const placed = (id: string): EquipmentRecord => ({
  id,
  parentId: null,
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: {},
});

/** Prepares a case with its organisations, people and devices. */
export async function prepare(cast: Cast, end: End, options: SceneOptions = {}): Promise<Scene> {
  const { ours, claimant, guests } = cast;
  const { productModelCode = 'TQ-3L', embedded = false } = options;
  const program = options.program === true || end === 'key revoked';
  const shared = options.shared === true || SHARE_ENDS.includes(end);
  const person = await cast.person(shared ? guests : ours);
  const device = await ours.api.devices.create({ name: uniqueName('device'), productModelCode });
  const home = shared ? guests : ours;
  const marker = await home.api.devices.create({ name: uniqueName('marker'), productModelCode: 'TQ-3L' });
  const layout: SceneLayout = {
    camera: null,
    equipment: [placed(device.id), ...(shared && !options.sceneAtHome ? [] : [placed(marker.id)])],
    childScenes: [],
    extra: {},
  };
  const scenes = options.sceneAtHome ? home.api.scenes : ours.api.scenes;
  const { id: sceneId } = await scenes.create({ name: uniqueName('scene'), layout });
  let shareId = '';
  if (shared) {
    const expiresAt = end.endsWith('share expired')
      ? Date.now() + (cast.clock.hoursAhead + 0.5) * 3_600_000
      : null;
    const permissions = ['view', 'history', 'control', 'configure'] as const;
    const recipient = end.startsWith('organisation')
      ? { organisation: (await person.api.auth.me()).organisation.id }
      : { username: person.username };
    const given = { deviceIds: [device.id], ...recipient, permissions, expiresAt };
    shareId = (await ours.api.sharing.share(given)).items[0]?.id ?? '';
  }
  const held = await hold(cast, { person, home, sceneId, program, embedded });
  let owner: Holder = ours;
  const claimed = { id: device.id };

  const ends: Readonly<Record<End, () => Promise<unknown>>> = {
    claim: async () => {
      const { code } = await ours.api.devices.claimCode(claimed.id);
      owner = claimant;
      await claimant.api.devices.claim(code);
    },
    'share stopped': () => ours.api.sharing.stop(shareId),
    'share expired': async () => cast.clock.anHourLater(),
    'organisation share stopped': () => ours.api.sharing.stop(shareId),
    'organisation share expired': async () => cast.clock.anHourLater(),
    'attributes withdrawn': () =>
      ours.api.sharing.change([shareId], {
        permissions: ['view', 'history', 'control'],
        attributes: ['batteryVoltage'],
      }),
    // A role without any right.
    demoted: () => home.api.users.update(person.id, { roles: ['veterinary'] }),
    locked: () => home.api.users.update(person.id, { enabled: false }),
    deleted: () => home.api.users.remove(person.id),
    left: async () => person.api.organisations.leave((await person.api.auth.me()).organisation.id),
    'key revoked': () =>
      options.deviceKey === true
        ? ours.api.deviceLink.rotateToken(device.id, { keepFormerMinutes: 0 })
        : held.revoke(),
    'scene deleted': () => scenes.remove(sceneId),
  };
  return {
    cast,
    end,
    device,
    marker,
    sceneId,
    holder: held,
    claimed,
    finish: async () => void (await ends[end]()),
    owner: () => owner,
  };
}

/** The login of the person, or a key or embed token of theirs. */
async function hold(
  cast: Cast,
  options: { person: Person; home: Person; sceneId: string; program: boolean; embedded: boolean },
): Promise<Holder & { revoke(): Promise<unknown> }> {
  const { person, home, sceneId, program, embedded } = options;
  if (embedded) {
    const expiresAt = Date.now() + 30 * 86_400_000;
    const { id, token } = await person.api.embedTokens.create({ name: 'page', sceneId, expiresAt });
    return { token, api: cast.client(token), revoke: () => home.api.embedTokens.remove(id) };
  }
  if (!program) return { ...person, revoke: () => Promise.reject(new Error('nothing to revoke')) };
  const { id, key } = await person.api.apiKeys.create({ name: 'program', roles: ['admin'] });
  return { token: key, api: cast.client(key), revoke: () => home.api.apiKeys.remove(id) };
}
