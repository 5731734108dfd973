import { createModel } from '@preact/signals-react';
import type { MapSetting } from '@farm3d/api';
import type { FieldLngLat } from '@farm3d/api/validation';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem, renewBaseMap } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { api, services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

/** Zoom of a map on which nothing was set yet, and the greatest. */
const ZOOM_DEFAULT = 12;
const ZOOM_MAX = 24;

/** The stored view of maps; null: none yet. */
export const StoredMapSettingModel = createModel(() => {
  const setting = loadable<{ readonly stored: MapSetting | null }>(async (abort) => ({
    stored: await api.organisation.mapSetting({ signal: abort }),
  }));
  void setting.load();
  return { setting };
});

/** Form of where the maps of the organisation begin. */
export const MapSettingFormModel = createModel((stored: MapSetting | null, onSaved: () => void) => {
  const form = createFormModel({
    fields: () => [
      { key: 'centre', type: 'coordinate', label: t('region.setting.centre'), required: true },
      {
        key: 'zoom',
        type: 'number',
        label: t('region.setting.zoom'),
        hint: t('region.setting.zoom.hint'),
        required: true,
        min: 0,
        max: ZOOM_MAX,
        decimal: true,
      },
    ],
    locale,
    initial: {
      zoom: String(stored?.zoom ?? ZOOM_DEFAULT),
      ...(stored && { centre: { longitude: stored.longitude, latitude: stored.latitude } }),
    },
    draft: formDraft('map.setting'),
    problemOf: formProblem({ longitude: 'centre', latitude: 'centre' }),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const { longitude, latitude } = values['centre'] as FieldLngLat;
      await api.organisation.saveMapSetting({
        longitude,
        latitude,
        zoom: Number(values['zoom']),
        ...(stored && { mapType: stored.mapType }),
      });
      renewBaseMap(services);
      onSaved();
    },
  };
});
