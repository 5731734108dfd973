import { alarmSettings, alarmTrials, type AlarmTrialOfDevices, type BodyOf } from '@farm3d/api';
import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import type { TrialJob, TrialJobs } from '../../platform/rules/trial-jobs.ts';
import type { AccessibleDevice, DeviceAccess } from '../devices/device-access.ts';
import type { DeviceRow } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { AlarmSettingRepository, TrialDevice } from './setting-repository.ts';
import { isConditionVisible } from './visible-conditions.ts';
import { tryOnDevice, tryOnDevices, type TrialSpan } from './trials.ts';

const DAY_MS = 86_400_000;
/** Messages of a trial that a call waits for, and days of devices with forecasts, of two milliseconds an hour. */
const IMMEDIATE_MAX = 1_000_000;
const IMMEDIATE_FORECAST_DAYS = 60;

type JobRequest = BodyOf<typeof alarmTrials.start>;
type Job = TrialJob<JobRequest, AlarmTrialOfDevices>;

interface Dependencies {
  readonly pool: Pool;
  readonly settings: Pick<AlarmSettingRepository, 'devicesOf'>;
  readonly access: Pick<DeviceAccess, 'find' | 'of'>;
  readonly products: Pick<ProductModelRepository, 'get'>;
  readonly jobs: TrialJobs<JobRequest, AlarmTrialOfDevices>;
}

/** The last days. */
function spanOf(days: number): TrialSpan {
  const endTs = platformNow();
  return { startTs: endTs - days * DAY_MS, endTs };
}

const tooLarge = (): HttpProblem => new HttpProblem(413, 'alarm.trial.tooLarge', { field: 'days' });

/** @throws {HttpProblem} 413 when a call would wait too long */
function withinImmediate(messages: number): void {
  if (messages > IMMEDIATE_MAX) throw tooLarge();
}

/** @throws {HttpProblem} as `withinImmediate` */
function checkForecasts({ setting, days }: BodyOf<typeof alarmSettings.tryOut>, devices: number): void {
  const { forecasts } = compileCondition(setting.condition);
  if (forecasts && devices * days > IMMEDIATE_FORECAST_DAYS) throw tooLarge();
}

const jobToWire = ({ createdAt, request, ...job }: Job) => ({
  ...job,
  days: request.days,
  deviceId: request.deviceId ?? null,
  productModelId: request.productModelId ?? null,
  createTime: createdAt,
});

/**
 * The device of a trial, whose intervals tell of the keys of its condition.
 * @throws {HttpProblem} 403 for a key that the caller may not see
 */
async function triable(
  found: Promise<AccessibleDevice>,
  { condition }: BodyOf<typeof alarmSettings.tryOut>['setting'],
): Promise<AccessibleDevice> {
  const device = await found;
  if (!isConditionVisible(device.visible, condition)) throw new HttpProblem(403, 'device.notPermitted');
  return device;
}

/** A trial of a device shows its readings: it is for those who may configure the device now. */
async function mayRead(access: Dependencies['access'], c: AppContext, { request }: Job): Promise<boolean> {
  if (request.deviceId === undefined) return true;
  try {
    const { visible } = await access.of(c, request.deviceId, 'configure');
    return isConditionVisible(visible, request.setting.condition);
  } catch (error) {
    if (error instanceof HttpProblem) return false;
    throw error;
  }
}

const trialDevice = ({ key, id, name }: DeviceRow): TrialDevice => ({ key, deviceId: id, deviceName: name });

/** Alarm settings tried on the past: at once, or as a job. */
export function alarmTrialRoutes({ pool, settings, access, products, jobs }: Dependencies): ServedCall[] {
  const ofProduct = async (organisationId: string, id: string): Promise<TrialDevice[]> => {
    const model = await products.get(organisationId, id);
    if (!model) throw notFound();
    return settings.devicesOf(organisationId, model.id);
  };
  const find = async (c: AppContext, organisationId: string, id: string) => {
    const job = await jobs.get(organisationId, id);
    if (!job || !(await mayRead(access, c, job))) throw notFound();
    return jobToWire(job);
  };

  return [
    serve(alarmSettings.tryOut, async ({ c, body }) => {
      const { setting, days } = body;
      const { key } = await triable(access.find(c, 'configure'), setting);
      checkForecasts(body, 1);
      const span = spanOf(days);
      const { intervals, ...found } = await tryOnDevice(pool, key, setting, span, withinImmediate);
      return { ...span, ...found, intervals: [...intervals] };
    }),
    serve(alarmTrials.ofProduct, async ({ principal: { organisationId }, path, body }) => {
      const devices = await ofProduct(organisationId, path.id);
      checkForecasts(body, devices.length);
      return tryOnDevices(pool, devices, body.setting, spanOf(body.days), withinImmediate);
    }),
    serve(alarmTrials.start, async ({ c, principal: { organisationId, userId }, body }) => {
      const { deviceId, productModelId, days } = body;
      const devices =
        deviceId === undefined
          ? await ofProduct(organisationId, productModelId ?? '')
          : [trialDevice(await triable(access.of(c, deviceId, 'configure'), body.setting))];
      const job = await jobs.start(organisationId, userId, body, (observe) =>
        tryOnDevices(pool, devices, body.setting, spanOf(days), observe),
      );
      if (!job) throw new HttpProblem(409, 'alarm.trial.tooMany');
      return jobToWire(job);
    }),
    serve(alarmTrials.list, async ({ c, principal }) => {
      const items: ReturnType<typeof jobToWire>[] = [];
      for (const job of await jobs.list(principal.organisationId))
        if (await mayRead(access, c, job)) items.push(jobToWire(job));
      return { items, total: items.length };
    }),
    serve(alarmTrials.get, ({ c, principal, path }) => find(c, principal.organisationId, path.id)),
    serve(alarmTrials.remove, async ({ principal, path }) => {
      if (!(await jobs.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
