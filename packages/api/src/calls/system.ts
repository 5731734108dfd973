import * as v from 'valibot';
import { instantSchema } from '../wire/codes.ts';
import { call } from './call.ts';

const known = v.nullable(v.number());

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
    /** The last one that `npm run backup` completed; null: none. */
    backup: v.nullable(v.object({ finishTime: instantSchema, file: v.string(), bytes: v.number() })),
    versions: v.object({ farm3d: v.string(), node: v.string() }),
    startTime: instantSchema,
  }),
  v.transform(({ certificate, backup, startTime, ...same }) => ({
    ...same,
    /** Null: the server itself has no TLS. Epoch milliseconds. */
    certificate: certificate && {
      subject: certificate.subject,
      endsAt: certificate.endTime,
      daysLeft: certificate.daysLeft,
    },
    /** The last one that `npm run backup` completed; null: none. Epoch milliseconds. */
    backup: backup && { finishedAt: backup.finishTime ?? 0, file: backup.file, bytes: backup.bytes },
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
};
