import { createModel, signal } from '@preact/signals-react';
import type { FieldLngLat } from '@farm3d/api/validation';
import { createFormModel, type FormModel, type FormValues } from '@farm3d/ui';
import { formProblem, renewBaseMap } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { organisationApi } from '../../platform/organisation-api.ts';
import { api, services } from '../../platform/services.ts';
import { renewSession, user } from '../../platform/session.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
/** Zoom of maps until somebody sets another: about a county. */
const ZOOM_DEFAULT = 12;

/** The steps in their order. */
export const STEPS = ['language', 'place', 'device'] as const;

/** What one step asks for. */
interface Step {
  readonly form: FormModel;
  readonly send: (values: FormValues) => Promise<void>;
}

function organisationStep(onDone: () => void): Step {
  const { id = '', name = '' } = user.peek()?.organisation ?? {};
  return {
    form: createFormModel({
      fields: () => [
        {
          key: 'name',
          type: 'text',
          label: t('start.organisation'),
          hint: t('start.organisation.hint'),
          required: true,
          maxLength: NAME_MAX,
        },
      ],
      locale,
      initial: { name },
      problemOf: formProblem(),
    }),
    send: async ({ name: typed }) => {
      const chosen = (typed as string).trim();
      if (chosen !== name) {
        await organisationApi.organisations.update(id, { name: chosen });
        // The pages name the organisation by the session.
        await renewSession();
      }
      onDone();
    },
  };
}

function placeStep(onDone: () => void): Step {
  return {
    form: createFormModel({
      fields: () => [
        {
          key: 'centre',
          type: 'coordinate',
          label: t('start.place.centre'),
          hint: t('start.place.hint'),
          required: true,
        },
      ],
      locale,
      problemOf: formProblem({ longitude: 'centre', latitude: 'centre' }),
    }),
    send: async ({ centre }) => {
      const { longitude, latitude } = centre as FieldLngLat;
      await api.organisation.saveMapSetting({ longitude, latitude, zoom: ZOOM_DEFAULT });
      renewBaseMap(services);
      onDone();
    },
  };
}

/** The first start: language, organisation, place, and where to begin. Each step can be skipped. */
export const StartModel = createModel(() => {
  const at = signal(0);
  const next = (): void => {
    at.value = Math.min(at.value + 1, STEPS.length - 1);
  };
  /** Whether there is anything to see yet: the demo farm. */
  const scenes = loadable(async (abort) => (await api.scenes.list({ pageSize: 1 }, { signal: abort })).total);
  void scenes.load();
  return { at, next, scenes, organisation: organisationStep(next), place: placeStep(next) };
});

export type Start = InstanceType<typeof StartModel>;
