import { organisations } from '@farm3d/api';
import { createModel, signal } from '@preact/signals-react';
import type { FieldLngLat } from '@farm3d/api/validation';
import { createForm, type SentForm } from '../../kit/forms/create-form.ts';
import { renewBaseMap } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
/** Zoom of maps until somebody sets another: about a county. */
const ZOOM_DEFAULT = 12;

/** The steps in their order. */
export const STEPS = ['language', 'place', 'device'] as const;

function organisationStep(services: Services, onDone: () => void): SentForm {
  const { id = '', name = '' } = services.session.user.peek()?.organisation ?? {};
  return createForm(services, {
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
    initial: { name },
    send: async ({ name: typed }) => {
      const chosen = (typed as string).trim();
      if (chosen !== name) {
        await services.clientOf({ organisations }).organisations.update(id, { name: chosen });
        // The pages name the organisation by the session.
        await services.session.renew();
      }
      onDone();
    },
  });
}

const placeStep = (services: Services, onDone: () => void): SentForm =>
  createForm(services, {
    fields: () => [
      {
        key: 'centre',
        type: 'coordinate',
        label: t('start.place.centre'),
        hint: t('start.place.hint'),
        required: true,
      },
    ],
    bodyFields: { longitude: 'centre', latitude: 'centre' },
    send: async ({ centre }) => {
      const { longitude, latitude } = centre as FieldLngLat;
      await services.api.organisation.saveMapSetting({ longitude, latitude, zoom: ZOOM_DEFAULT });
      renewBaseMap(services);
      onDone();
    },
  });

/** The first start: language, organisation, place, and where to begin. Each step can be skipped. */
export const StartModel = createModel((services: Services) => {
  const { api } = services;
  const at = signal(0);
  const next = (): void => {
    at.value = Math.min(at.value + 1, STEPS.length - 1);
  };
  /** Whether there is anything to see yet: the demo farm. */
  const scenes = loadable(async (abort) => (await api.scenes.list({ pageSize: 1 }, { signal: abort })).total);
  void scenes.load();
  return {
    at,
    next,
    scenes,
    organisation: organisationStep(services, next),
    place: placeStep(services, next),
  };
});

export type Start = InstanceType<typeof StartModel>;
