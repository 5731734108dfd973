import { createModel } from '@preact/signals-react';
import type { AlarmTrialOfDevices } from '@farm3d/api';
import { runAlarmTrialJob } from '../../components/rules/alarm-trial-job.ts';
import { createTrial, type TrialOptions } from '../../components/rules/alarm-trial.ts';
import { modelApi } from './product-model-api.ts';

/** The most that the server tries. */
const DAYS = 30;

/** The trial of an alarm template on every device of the product model. */
export const ProductTrialModel = createModel(
  (productModelId: string, tried: TrialOptions<AlarmTrialOfDevices>['tried']) =>
    createTrial<AlarmTrialOfDevices>({
      tried,
      run: (draft, signal) => modelApi.alarmTrials.ofProduct(productModelId, draft, DAYS, { signal }),
      runAsJob: (draft, signal, onProgress) =>
        runAlarmTrialJob(modelApi.alarmTrials, { productModelId }, draft, { days: DAYS, signal, onProgress }),
    }),
);
