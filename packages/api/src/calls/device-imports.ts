import * as v from 'valibot';
import { checkDeviceName } from '../validation/rules.ts';
import { instantSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { clearableText, coordinate } from './inputs.ts';

/** Devices of one job. */
const IMPORT_JOB_MAX_ROWS = 100_000;
/** Largest body of a job, bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

/** DevEUI of a LoRaWAN device: 16 hexadecimal digits, in lower case. */
export const devEui = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[0-9a-f]{16}$/, 'device.devEui'),
);
/** Serial number: unique in an organisation. */
export const serial = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[^\s\p{Cc}](?:[^\p{Cc}]{0,62}[^\s\p{Cc}])?$/u, 'device.serial'),
);

/** A row of a job. The server checks rows one by one; `row` counts from 1. */
export const importRow = v.object({
  name: v.pipe(
    v.string('device.name.required'),
    v.trim(),
    v.check((text) => checkDeviceName(text) !== 'device.name.required', 'device.name.required'),
    v.check((text) => checkDeviceName(text) === null, 'device.name.tooLong'),
  ),
  productModelCode: v.pipe(
    v.string('device.productModel.required'),
    v.nonEmpty('device.productModel.required'),
    v.maxLength(64, 'field.tooLong'),
  ),
  thirdId: clearableText(128),
  devEui: v.nullish(devEui, null),
  serial: v.nullish(serial, null),
  /** A token that the device has already. Default: a generated one. */
  accessToken: v.nullish(v.pipe(v.string(), v.regex(/^[\w.~-]{20,64}$/, 'device.import.token')), null),
  latitude: coordinate(90),
  longitude: coordinate(180),
});

const job = v.pipe(
  v.object({
    id: v.string(),
    state: v.picklist(['running', 'done', 'failed', 'undoing', 'undone']),
    total: v.number(),
    done: v.number(),
    errors: v.array(v.object({ row: v.number(), field: v.string(), msg: v.string() })),
    createTime: instantSchema,
  }),
  v.transform(({ createTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

const imported = v.object({ id: v.string(), name: v.string(), accessToken: v.string() });

export type DeviceImportRow = v.InferInput<typeof importRow>;
export type DeviceImportJob = v.InferOutput<typeof job>;

export const deviceImports = {
  /** Begins a job that makes these devices, all or none; its answer comes at once. */
  start: call({
    method: 'POST',
    path: '/api/devices/imports',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    maxBody: MAX_BYTES,
    summary: { zh: '批量导入设备（任务，最多十万台）', en: 'Makes up to 100,000 devices as a job' },
    body: v.object({
      devices: v.pipe(
        v.array(v.unknown()),
        v.minLength(1),
        v.maxLength(IMPORT_JOB_MAX_ROWS, 'device.import.tooManyRows'),
      ),
    }),
    answer: job,
    send: (devices: readonly DeviceImportRow[]) => ({ body: { devices } }),
  }),
  list: call({
    method: 'GET',
    path: '/api/devices/imports',
    origin: 'own',
    summary: { zh: '设备导入任务列表', en: 'The last imports of devices' },
    answer: listOf(job),
  }),
  get: call({
    method: 'GET',
    path: '/api/devices/imports/{id}',
    origin: 'own',
    summary: {
      zh: '设备导入任务的进度',
      en: 'How far an import of devices is, and what is wrong with its rows',
    },
    answer: job,
  }),
  /** Generated tokens of the job, once: their hashes are stored. Empty after an hour and after a restart. */
  tokens: call({
    method: 'GET',
    path: '/api/devices/imports/{id}/tokens',
    right: 'devices',
    audit: 'act',
    origin: 'own',
    summary: { zh: '导入任务生成的令牌（仅一次）', en: 'The generated tokens of an import, once' },
    answer: listOf(imported),
  }),
  /**
   * Removes the devices of an import with everything that they reported, as a job.
   * @throws {ApiError} 409 while it runs, or when it is undone already
   */
  undo: call({
    method: 'DELETE',
    path: '/api/devices/imports/{id}',
    right: 'devices',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '撤销设备导入', en: 'Undoes an import of devices' },
    answer: nothing,
  }),
};
