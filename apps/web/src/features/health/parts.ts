import type { BackupProof, SystemHealth } from '@farm3d/api';
import { durationText } from '../../components/rules/condition-text.ts';
import { sizeText } from '../../platform/save-file.ts';
import { dateText } from '../../platform/time-text.ts';
import { t } from './zh-CN.ts';

const DAY_MS = 86_400_000;
/** A certificate that ends within this time is to be replaced, days. */
const CERTIFICATE_DAYS = 21;
/** A backup is to be at most this old, days. */
const BACKUP_DAYS = 2;
/** A disk with a smaller free part is to be looked at. */
const FREE_PART = 0.1;

export type PartState = 'ok' | 'warning' | 'failed' | 'unknown';

/** One part of the system with its state, why, and its numbers. */
export interface HealthPart {
  readonly id: string;
  readonly title: string;
  readonly state: PartState;
  /** Why it is not as it should be, or what there is to know. */
  readonly note: string | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

const numberText = (value: number | null): string => (value === null ? t('health.unknown') : String(value));
const bytesText = (value: number | null): string => (value === null ? t('health.unknown') : sizeText(value));

/** The parts of the system in the order of the page. @param now epoch milliseconds */
export function partsOf(health: SystemHealth, now: number): HealthPart[] {
  return [
    databasePart(health),
    brokerPart(health),
    queuePart(health),
    clockPart(health, now),
    ...health.disks.map((disk) => diskPart(disk, health.reasons)),
    certificatePart(health),
    backupPart(health, now),
    {
      id: 'mail',
      title: t('health.mail'),
      state: health.sendsMail ? 'ok' : 'unknown',
      note: t(health.sendsMail ? 'health.mail.on' : 'health.mail.off'),
      facts: [],
    },
    versionPart(health),
  ];
}

/** The worst state of all; what is unknown worries nobody. */
export function worstOf(parts: readonly HealthPart[]): Exclude<PartState, 'unknown'> {
  if (parts.some(({ state }) => state === 'failed')) return 'failed';
  return parts.some(({ state }) => state === 'warning') ? 'warning' : 'ok';
}

function databasePart({ reasons, database }: SystemHealth): HealthPart {
  const isDown = reasons.includes('database') || database.answerMs === null;
  return {
    id: 'database',
    title: t('health.database'),
    state: isDown ? 'failed' : 'ok',
    note: isDown ? t('health.database.none') : null,
    facts: [
      [
        t('health.database.answer'),
        database.answerMs === null ? t('health.unknown') : `${database.answerMs} ms`,
      ],
      [t('health.database.size'), bytesText(database.sizeBytes)],
      [t('health.database.connections'), numberText(database.connections)],
    ],
  };
}

function brokerPart({ reasons, broker }: SystemHealth): HealthPart {
  const isDown = reasons.includes('mqtt');
  return {
    id: 'broker',
    title: t('health.broker'),
    state: isDown ? 'failed' : 'ok',
    note: isDown ? t('health.broker.none') : null,
    facts: [[t('health.broker.online'), numberText(broker.devicesOnline)]],
  };
}

function queuePart({ queues: { messages, commands, deliveries } }: SystemHealth): HealthPart {
  return {
    id: 'queues',
    title: t('health.queues'),
    state: commands === null ? 'unknown' : 'ok',
    note: null,
    facts: [
      [t('health.queues.messages'), numberText(messages)],
      [t('health.queues.commands'), numberText(commands)],
      [t('health.queues.deliveries'), numberText(deliveries)],
    ],
  };
}

function clockPart({ clock }: SystemHealth, now: number): HealthPart {
  const part = { id: 'clock', title: t('health.clock') };
  if (!clock) return { ...part, state: 'ok', note: null, facts: [] };
  return {
    ...part,
    state: 'failed',
    note: t('health.clock.step'),
    facts: [
      [t('health.clock.since'), dateText(clock.since)],
      [
        t(clock.sizeMs > 0 ? 'health.clock.ahead' : 'health.clock.behind'),
        durationText(Math.abs(clock.sizeMs)),
      ],
      [t('health.clock.machine'), dateText(now + clock.sizeMs)],
    ],
  };
}

function diskPart(
  { use, freeBytes, totalBytes, reserveBytes }: SystemHealth['disks'][number],
  reasons: SystemHealth['reasons'],
): HealthPart {
  const isFull = reasons.includes(use === 'files' ? 'files' : 'disk');
  const isLow = freeBytes !== null && totalBytes !== null && freeBytes < totalBytes * FREE_PART;
  return {
    id: `disk-${use}`,
    title: t(`health.disk.${use}`),
    state: isFull ? 'failed' : isLow ? 'warning' : freeBytes === null ? 'unknown' : 'ok',
    note: isFull ? t('health.disk.full') : isLow ? t('health.disk.low') : null,
    facts: [
      [t('health.disk.free'), bytesText(freeBytes)],
      [t('health.disk.total'), bytesText(totalBytes)],
      [t('health.disk.reserve'), bytesText(reserveBytes)],
    ],
  };
}

function certificatePart({ certificate }: SystemHealth): HealthPart {
  const part = { id: 'certificate', title: t('health.certificate') };
  if (!certificate) return { ...part, state: 'unknown', note: t('health.certificate.none'), facts: [] };
  const { subject, endsAt, daysLeft } = certificate;
  const isOver = daysLeft !== null && daysLeft < 0;
  const isSoon = daysLeft !== null && daysLeft < CERTIFICATE_DAYS;
  return {
    ...part,
    state: isOver ? 'failed' : isSoon ? 'warning' : daysLeft === null ? 'unknown' : 'ok',
    note: isOver ? t('health.certificate.over') : isSoon ? t('health.certificate.soon') : null,
    facts: [
      [
        t('health.certificate.left'),
        daysLeft === null ? t('health.unknown') : t('health.certificate.days', { n: Math.max(0, daysLeft) }),
      ],
      [t('health.certificate.end'), endsAt === null ? t('health.unknown') : dateText(endsAt)],
      [t('health.certificate.for'), subject.replaceAll('\n', ', ')],
    ],
  };
}

/** What a proof found against the backup. One that was moved away may be good. */
const FOUND: Partial<Record<BackupProof['state'], PartState>> = {
  gone: 'warning',
  damaged: 'failed',
  uploads: 'failed',
  different: 'failed',
};

function backupPart({ backup, proof }: SystemHealth, now: number): HealthPart {
  const part = { id: 'backup', title: t('health.backup') };
  if (!backup) return { ...part, state: 'warning', note: t('health.backup.none'), facts: [] };
  const { finishedAt, file, path, bytes } = backup;
  const isOld = now - finishedAt > BACKUP_DAYS * DAY_MS;
  const own = proof?.backupAt === finishedAt ? proof : null;
  const provenAt = own?.state === 'proven' ? own.finishedAt : null;
  return {
    ...part,
    state: (own && FOUND[own.state]) ?? (isOld ? 'warning' : 'ok'),
    note: isOld ? t('health.backup.old', { n: BACKUP_DAYS }) : null,
    facts: [
      [t('health.backup.at'), dateText(finishedAt)],
      [t('health.backup.file'), path ?? file],
      [t('health.backup.size'), bytesText(bytes)],
      [t('health.backup.proven'), provenAt === null ? t('health.backup.unproven') : dateText(provenAt)],
    ],
  };
}

function versionPart({ versions, database, startedAt }: SystemHealth): HealthPart {
  return {
    id: 'versions',
    title: t('health.versions'),
    state: 'ok',
    note: null,
    facts: [
      ['farm3d', versions.farm3d],
      ['Node.js', versions.node],
      ['PostgreSQL', database.version ?? t('health.unknown')],
      [t('health.versions.started'), dateText(startedAt)],
    ],
  };
}
