import { createModel } from '@preact/signals-react';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { deviceApi } from './device-api.ts';
import { t } from './zh-CN.ts';

/** Longest time that a device may be left running, minutes: a week, as the server has it. */
const MAX_RUN_MINUTES = 10_080;
const EXCLUSION_MAX = 64;

type Interlock = Awaited<ReturnType<typeof deviceApi.deviceLink.interlock>>;

const valuesOf = ({ maxRunMinutes, exclusion }: Interlock): FormValues => ({
  maxRunMinutes: maxRunMinutes === null ? '' : String(maxRunMinutes),
  exclusion: exclusion ?? '',
});

/** What keeps a device from running too long, or together with others. */
export const InterlockModel = createModel((deviceId: string) => {
  const stored = loadable((abort) => deviceApi.deviceLink.interlock(deviceId, { signal: abort }));
  const form = createFormModel({
    fields: () => [
      {
        key: 'maxRunMinutes',
        type: 'number',
        label: t('device.interlock.run'),
        hint: t('device.interlock.run.hint'),
        unit: t('device.interlock.minutes'),
        max: MAX_RUN_MINUTES,
        isHalf: true,
      },
      {
        key: 'exclusion',
        type: 'text',
        label: t('device.interlock.exclusion'),
        hint: t('device.interlock.exclusion.hint'),
        maxLength: EXCLUSION_MAX,
        isHalf: true,
      },
    ],
    locale,
    problemOf: formProblem(),
  });
  const follow = (interlock: Interlock): void => {
    stored.set(interlock);
    form.reset(valuesOf(interlock));
  };
  const load = async (): Promise<void> => {
    await stored.load();
    const loaded = stored.value.peek();
    if (loaded) follow(loaded);
  };
  void load();
  return {
    stored,
    form,
    load,
    send: async (values: FormValues): Promise<void> => {
      // Zero is no time to run: the number field makes it of what is no number.
      const minutes = Number(values['maxRunMinutes']);
      const exclusion = (values['exclusion'] as string).trim();
      follow(
        await deviceApi.deviceLink.setInterlock(deviceId, {
          maxRunMinutes: minutes > 0 ? minutes : null,
          exclusion: exclusion === '' ? null : exclusion,
        }),
      );
    },
  };
});
