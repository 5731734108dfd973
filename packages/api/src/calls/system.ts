import * as v from 'valibot';
import { instantSchema } from '../wire/codes.ts';
import { call, nothing } from './call.ts';

const known = v.nullable(v.number());

/**
 * How the proof of a backup stands. gone: the file is not where it was, or the server may not read it; damaged: it cannot be
 * restored; uploads: its rows were restored, but an upload is missing or has other bytes than when it was stored; different: it
 * holds other rows or files than were written; denied: the role of the database may not make another one; disk: the space
 * ended; interrupted: the server stopped.
 */
const PROOF_STATES = [
  'running',
  'proven',
  'gone',
  'damaged',
  'uploads',
  'different',
  'denied',
  'disk',
  'interrupted',
  'cancelled',
  'failed',
] as const;

const proofWire = v.object({
  state: v.picklist(PROOF_STATES),
  /** Which backup: when it was completed. */
  backupTime: instantSchema,
  beginTime: instantSchema,
  /** Null while it runs. */
  finishTime: instantSchema,
  /** Rows restored so far. */
  rows: v.number(),
  /** Rows of the backup. */
  totalRows: v.number(),
  /** The first upload that is missing or damaged, below the folder of uploads; null: none is known. */
  upload: v.nullable(v.string()),
});

const toProof = ({ backupTime, beginTime, finishTime, ...same }: v.InferOutput<typeof proofWire>) => ({
  ...same,
  /** Which backup: when it was completed, epoch milliseconds. */
  backupAt: backupTime ?? 0,
  /** Epoch milliseconds. */
  begunAt: beginTime ?? 0,
  /** Epoch milliseconds; null while it runs. */
  finishedAt: finishTime,
});

const proof = v.pipe(proofWire, v.transform(toProof));

export type BackupProof = v.InferOutput<typeof proof>;

/** How the installation is now; null: it cannot be found out. */
const report = v.pipe(
  v.object({
    /** What keeps the server from serving, as `/readyz` says it. */
    reasons: v.array(v.picklist(['database', 'mqtt', 'disk', 'files'])),
    database: v.object({
      /** Of PostgreSQL. */
      version: v.nullable(v.string()),
      sizeBytes: known,
      connections: known,
      /** Time that it took to answer. */
      answerMs: known,
    }),
    broker: v.object({ devicesOnline: v.number() }),
    /** What waits: messages of devices for their commit, commands for their devices, notifications to be sent. */
    queues: v.object({ messages: v.number(), commands: known, deliveries: known }),
    disks: v.array(
      v.object({
        /** What stands on it: uploaded files, or the embedded database. */
        use: v.picklist(['files', 'database']),
        freeBytes: known,
        totalBytes: known,
        /** What is left free: with less, its use is refused. */
        reserveBytes: v.number(),
      }),
    ),
    /** Null: the server itself has no TLS. */
    certificate: v.nullable(v.object({ subject: v.string(), endTime: instantSchema, daysLeft: known })),
    /** Whether a mail server is set. */
    sendsMail: v.boolean(),
    /** A step of the machine's clock that the platform does not follow before it is confirmed; null: there is none. */
    clock: v.nullable(
      v.object({
        /** How far the machine's clock is ahead of the platform's time, milliseconds; negative: behind. */
        sizeMs: v.number(),
        since: instantSchema,
      }),
    ),
    /** The last one that `npm run backup` completed; null: none. */
    backup: v.nullable(
      v.object({
        finishTime: instantSchema,
        file: v.string(),
        /** Where it was written; null: completed by a farm3d that did not record it. */
        path: v.nullable(v.string()),
        bytes: v.number(),
      }),
    ),
    /** The last one that was begun, of whichever backup; null: none. */
    proof: v.nullable(proofWire),
    versions: v.object({ farm3d: v.string(), node: v.string() }),
    startTime: instantSchema,
  }),
  v.transform(({ certificate, clock, backup, proof: last, startTime, ...same }) => ({
    ...same,
    /** A step of the machine's clock that waits for {@link system.confirmClock}; null: none. Since: epoch milliseconds. */
    clock: clock && { sizeMs: clock.sizeMs, since: clock.since ?? 0 },
    /** Null: the server itself has no TLS. Epoch milliseconds. */
    certificate: certificate && {
      subject: certificate.subject,
      endsAt: certificate.endTime,
      daysLeft: certificate.daysLeft,
    },
    /** The last one that `npm run backup` completed; null: none. Epoch milliseconds. */
    backup: backup && {
      finishedAt: backup.finishTime ?? 0,
      file: backup.file,
      path: backup.path,
      bytes: backup.bytes,
    },
    /** The last one that was begun, of whichever backup; null: none. */
    proof: last && toProof(last),
    /** Epoch milliseconds. */
    startedAt: startTime ?? 0,
  })),
);

export type SystemHealth = v.InferOutput<typeof report>;

export const system = {
  health: call({
    method: 'GET',
    path: '/healthz',
    service: 'system',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    summary: { zh: '进程是否在运行', en: 'Whether the process runs' },
  }),
  ready: call({
    method: 'GET',
    path: '/readyz',
    service: 'system',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    summary: { zh: '是否可以服务', en: 'Whether database and broker answer' },
  }),
  metrics: call({
    method: 'GET',
    path: '/metrics',
    service: 'system',
    auth: 'none',
    form: 'text',
    origin: 'own',
    summary: { zh: 'Prometheus 指标', en: 'Numbers for Prometheus' },
  }),
  /** For the operators of the installation. */
  report: call({
    method: 'GET',
    path: '/api/system/health',
    service: 'system',
    right: 'installation',
    origin: 'own',
    summary: { zh: '系统健康状况', en: 'How database, broker, queues, disks, certificate and backups are' },
    answer: report,
  }),
  /**
   * Proves the last backup: restores its file into a database of its own behind the call and drops that again; the report says
   * how far it is. For the operators of the installation.
   * @throws {ApiError} 409 when there is no backup, where it is was not recorded, or one is being proved, 507 when the disk of
   *   the database lacks the space
   */
  proveBackup: call({
    method: 'POST',
    path: '/api/system/backup-proof',
    service: 'system',
    right: 'installation',
    audit: 'act',
    origin: 'own',
    summary: {
      zh: '把最近一次备份恢复到临时数据库以验证它',
      en: 'Proves the last backup by restoring it into a database of its own',
    },
    answer: proof,
  }),
  /**
   * The clock of the machine is right after its step: the platform takes its time. For the operators of the installation.
   * @throws {ApiError} 409 when there is no step, or another one than `sizeMs` says
   */
  confirmClock: call({
    method: 'POST',
    path: '/api/system/clock',
    service: 'system',
    right: 'installation',
    audit: 'act',
    origin: 'own',
    summary: {
      zh: '确认服务器时钟的跳变，平台改用新的时间',
      en: "Confirms a step of the server's clock: the platform takes the new time",
    },
    body: v.object({ sizeMs: v.pipe(v.number(), v.integer()) }),
    answer: nothing,
  }),
  /** Ends the proof that runs. @throws {ApiError} 404 when none does */
  cancelProof: call({
    method: 'DELETE',
    path: '/api/system/backup-proof',
    service: 'system',
    right: 'installation',
    audit: 'act',
    origin: 'own',
    summary: { zh: '取消备份验证', en: 'Cancels the proof of a backup' },
    answer: nothing,
  }),
};
