import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DiskSpace } from '../../platform/storage/disk-space.ts';
import type { Batcher } from '../../platform/telemetry/batcher.ts';
import type { BackupProofs } from './backup-proofs.ts';
import type { ClockKeeper } from '../../platform/clock-keeper.ts';
import { ownVersion } from './own-version.ts';
import type { Readiness } from './routes.ts';

/** The database is not waited for longer than this, milliseconds. */
const ANSWER_TIMEOUT_MS = 2_000;
const DAY_MS = 86_400_000;

export interface HealthNeeds {
  readonly pool: Pool;
  readonly log: Logger;
  readonly ready: () => Promise<Readiness>;
  readonly disk: Pick<DiskSpace, 'spaces'>;
  readonly batcher: Pick<Batcher, 'depth'>;
  readonly sessions: Pick<DeviceSessions, 'onlineIds'>;
  readonly proofs: Pick<BackupProofs, 'last'>;
  readonly clockKeeper: Pick<ClockKeeper, 'step' | 'confirm'>;
  readonly config: {
    readonly tls?: { readonly certFile: string } | undefined;
    readonly smtpUrl?: string | undefined;
  };
}

interface DatabaseNumbers {
  readonly version: string;
  readonly sizeBytes: number;
  readonly connections: number;
  readonly waitingCommands: number;
  readonly waitingDeliveries: number;
}

interface LastBackup {
  readonly finishTime: Date;
  readonly file: string;
  readonly path: string | null;
  readonly bytes: number;
}

const NUMBERS_SQL = `select current_setting('server_version') as version,
  pg_database_size(current_database())::float8 as "sizeBytes",
  (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
  (select count(*)::int from command
    where state = 'queued' and persistent and expires_at > platform_now()) as "waitingCommands",
  (select count(*)::int from notification_delivery where state = 'waiting') as "waitingDeliveries"`;
const BACKUP_SQL = `select finished_at as "finishTime", file, path, bytes::float8 as bytes
  from backup_record order by finished_at desc limit 1`;

/** How the installation is now. What cannot be found out is null; it keeps nobody from learning the rest. */
export async function healthReport(needs: HealthNeeds) {
  const { ready, disk, batcher, sessions, clockKeeper, config } = needs;
  const { step } = clockKeeper;
  const [{ reasons }, numbers, spaces, certificate] = await Promise.all([
    ready(),
    databaseNumbers(needs),
    disk.spaces(),
    certificateOf(needs),
  ]);
  return {
    reasons,
    database: {
      version: numbers?.version ?? null,
      sizeBytes: numbers?.sizeBytes ?? null,
      connections: numbers?.connections ?? null,
      answerMs: numbers?.answerMs ?? null,
    },
    broker: { devicesOnline: sessions.onlineIds().length },
    queues: {
      messages: batcher.depth,
      commands: numbers?.waitingCommands ?? null,
      deliveries: numbers?.waitingDeliveries ?? null,
    },
    disks: spaces,
    certificate,
    clock: step && { sizeMs: step.sizeMs, since: new Date(step.at) },
    sendsMail: config.smtpUrl !== undefined,
    backup: numbers?.backup ?? null,
    proof: numbers?.proof ?? null,
    versions: { farm3d: ownVersion(), node: process.versions.node },
    startTime: new Date(platformNow() - process.uptime() * 1000),
  };
}

/** Null when the database does not answer in time. */
async function databaseNumbers({ pool, log, proofs }: HealthNeeds) {
  const ask = async () => {
    const begun = performance.now();
    const { rows } = await pool.query<DatabaseNumbers>(NUMBERS_SQL);
    const answerMs = Math.round(performance.now() - begun);
    const backups = await pool.query<LastBackup>(BACKUP_SQL);
    const backup = backups.rows[0] ?? null;
    return rows[0] ? { ...rows[0], answerMs, backup, proof: await proofs.last() } : null;
  };
  const asked = ask().catch((error: unknown) => {
    log.warn({ err: error }, 'the health of the database cannot be read');
    return null;
  });
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, ANSWER_TIMEOUT_MS, null).unref();
  });
  return Promise.race([asked, late]);
}

/** The certificate in the file of the settings, which the server reads when it starts; null without one. */
async function certificateOf({ config: { tls }, log }: HealthNeeds) {
  if (!tls) return null;
  try {
    const { subject, validTo } = new X509Certificate(await readFile(tls.certFile));
    const endTime = new Date(validTo);
    return { subject, endTime, daysLeft: Math.floor((endTime.getTime() - platformNow()) / DAY_MS) };
  } catch (error) {
    log.warn({ err: error }, 'the certificate cannot be read');
    return { subject: '', endTime: null, daysLeft: null };
  }
}
