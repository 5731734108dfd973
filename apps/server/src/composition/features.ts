import { join } from 'node:path';
import { AccessRuleRepository } from '../features/access-rules/repository.ts';
import { RuleReach } from '../platform/auth/rule-reach.ts';
import { AgronomyService } from '../features/agronomy/service.ts';
import { AlarmSettingRepository } from '../features/alarms/setting-repository.ts';
import { AreaDirectory } from '../features/areas/area-directory.ts';
import { DepartmentRepository } from '../features/departments/repository.ts';
import { DeviceAccess } from '../features/devices/device-access.ts';
import { DeviceClaims } from '../features/devices/device-claims.ts';
import { DeviceRepository } from '../features/devices/repository.ts';
import type { Blobs } from '../features/files/blob-store.ts';
import { SignedAddresses } from '../features/files/file-addresses.ts';
import { ImageReferences } from '../features/files/image-references.ts';
import { FileRepository } from '../features/files/repository.ts';
import { IntegrationRepository } from '../features/integrations/repository.ts';
import { OrganisationExports } from '../features/organisation-archive/exports.ts';
import { OrganisationDeletion } from '../features/organisations/deletion.ts';
import { ProductModelRepository } from '../features/product-models/repository.ts';
import { placedDevices } from '../platform/placed-devices.ts';
import { RoleRepository } from '../features/roles/repository.ts';
import { SceneRepository } from '../features/scenes/repository.ts';
import { ShareRepository } from '../features/sharing/repository.ts';
import type { BackupProofs } from '../features/system/backup-proofs.ts';
import type { Readiness } from '../features/system/routes.ts';
import { ExternalIdentities } from '../features/auth/external-identities.ts';
import { IdentityProvider } from '../features/auth/identity-provider.ts';
import type { SingleSignOn } from '../features/auth/single-sign-on-routes.ts';
import { Challenges } from '../features/auth/challenges.ts';
import { Passkeys } from '../features/auth/passkeys.ts';
import { TwoFactors } from '../features/auth/two-factors.ts';
import { UserRepository } from '../features/users/repository.ts';
import type { MediaServer } from '../adapters/video/media-server.ts';
import type { VideoViewers } from '../adapters/video/video-viewers.ts';
import { AuditAnchors } from '../platform/audit/audit-anchors.ts';
import { AuditLog } from '../platform/audit/audit-log.ts';
import { AccessTokens } from '../platform/auth/access-tokens.ts';
import { KeyRepository } from '../platform/auth/key-repository.ts';
import { KnownDevices } from '../platform/auth/known-devices.ts';
import { LoginGuard } from '../platform/auth/login-guard.ts';
import { SecretBox } from '../platform/auth/secret-box.ts';
import { RefreshTokens } from '../platform/auth/refresh-tokens.ts';
import { UserSessions } from '../platform/auth/sessions.ts';
import type { DeviceCore } from './device-core.ts';
import type { Foundation } from './foundation.ts';
import type { NotificationParts } from './notifications.ts';

/** The parts that run before the HTTP app is created. */
export interface RunningServer extends Foundation, DeviceCore, NotificationParts {
  /** Null where there is no media process. */
  readonly media: Pick<MediaServer, 'open' | 'isLive' | 'port'> | null;
  /** Where devices connect over MQTT. */
  readonly mqtt: { readonly port: number };
  readonly viewers: VideoViewers;
  /** Store of uploaded files. */
  readonly blobs: Blobs;
  /** Proofs of backups. */
  readonly proofs: BackupProofs;
  /** For /readyz. */
  readonly ready: () => Promise<Readiness>;
}

/** The provider of the settings; undefined: none is set. */
function singleSignOnOf({ config, db, signingKey }: RunningServer): SingleSignOn | undefined {
  const { oidc, publicUrl } = config;
  if (!oidc || publicUrl === undefined) return undefined;
  return {
    name: oidc.name,
    provider: new IdentityProvider(oidc, `${publicUrl}/auth/oidc/callback`),
    identities: new ExternalIdentities(db, oidc.organisation),
    box: new SecretBox(signingKey.privateKey, 'single sign-on'),
  };
}

/** Authentication: tokens, logins, keys, and the audit log. */
function accessParts(running: RunningServer) {
  const { config, db, pool, log, grants, signingKey } = running;
  const accessTokens = new AccessTokens(signingKey);
  const sessions = new UserSessions(db, pool);
  const keys = new KeyRepository(db);
  const users = new UserRepository(db);
  const audit = new AuditLog(db, new AuditAnchors(join(config.dataDir, 'audit'), signingKey.privateKey));
  const onSessionEnd = (id: string): Promise<void> => grants.changed({ of: 'session', id });
  const refreshTokens = new RefreshTokens(db);
  const guard = new LoginGuard(config.loginGuard);
  return {
    sessions,
    keys,
    users,
    audit,
    onSessionEnd,
    singleSignOn: singleSignOnOf(running),
    passkeys: new Passkeys(db, new Challenges(db, new SecretBox(signingKey.privateKey, 'challenge'))),
    login: {
      log,
      users,
      sessions,
      accessTokens,
      audit,
      refreshTokens,
      guard,
      twoFactors: new TwoFactors(db, new SecretBox(signingKey.privateKey, 'second factor')),
      knownDevices: new KnownDevices(signingKey.privateKey),
      onSessionEnd,
    },
  };
}

/** Parts that several features share, created once. */
export function sharedFeatures(running: RunningServer) {
  const { config, db, pool, log, clock, principals, signingKey } = running;
  const access = accessParts(running);
  const reach = new RuleReach(db);
  const devices = new DeviceRepository(db);
  const shares = new ShareRepository(db, clock);
  const scenes = new SceneRepository(db);
  const products = new ProductModelRepository(db);
  const files = new FileRepository(db);
  const exports = new OrganisationExports(running);
  const fileAddresses = new SignedAddresses(signingKey.privateKey, 'file');
  return {
    ...access,
    exports,
    deletion: new OrganisationDeletion({ ...running, devices, files, exports }),
    devices,
    shares,
    scenes,
    products,
    areas: new AreaDirectory(),
    departments: new DepartmentRepository(db),
    roles: new RoleRepository(db),
    claims: new DeviceClaims(db),
    integrations: new IntegrationRepository(pool),
    settings: new AlarmSettingRepository(pool),
    deviceAccess: new DeviceAccess(devices, shares, reach),
    reach,
    accessRules: new AccessRuleRepository(db),
    /** Groups, scenes or departments changed, and what rules about them give; `ended`: rules may have ended with one. */
    reachChanged: async (organisationId: string, ended = false): Promise<void> => {
      if (ended || (await reach.isUsed(organisationId)))
        await running.grants.changed({ of: 'organisation', id: organisationId });
    },
    agronomy: new AgronomyService({ db, pool, config, log }, devices, products),
    files: { files, addresses: fileAddresses, principals, shares, reach },
    photos: new ImageReferences({ files, addresses: fileAddresses }),
    video: {
      addresses: new SignedAddresses(signingKey.privateKey, 'video'),
      viewers: running.viewers,
    },
    /** Ids of the devices in a scene; none for a scene of another organisation. */
    placedIn: async (organisationId: string, sceneId: string): Promise<string[]> =>
      placedDevices((await scenes.get(organisationId, sceneId))?.sceneDevice ?? null),
  };
}

export type SharedFeatures = ReturnType<typeof sharedFeatures>;
