import { createModel } from '@preact/signals-react';
import type { MapSetting } from '@farm3d/api';
import type { FieldLngLat } from '@farm3d/api/validation';
import { createForm } from '../../../kit/forms/create-form.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { renewBaseMap } from '../../../kit/forms/form-services.ts';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from '../zh-CN.ts';

/** Zoom of a map on which nothing was set yet, and the greatest. */
const ZOOM_DEFAULT = 12;
const ZOOM_MAX = 24;

/** The stored view of maps; null: none yet. */
const StoredMapSettingModel = createModel(({ api }: Services) => {
  const setting = loadable<{ readonly stored: MapSetting | null }>(async (abort) => ({
    stored: await api.organisation.mapSetting({ signal: abort }),
  }));
  void setting.load();
  return { setting };
});

/** Form of where the maps of the organisation begin. */
const MapSettingFormModel = createModel(
  (services: Services, stored: MapSetting | null, onSaved: () => void) =>
    createForm(services, {
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
      initial: {
        zoom: String(stored?.zoom ?? ZOOM_DEFAULT),
        ...(stored && { centre: { longitude: stored.longitude, latitude: stored.latitude } }),
      },
      draft: 'map.setting',
      bodyFields: { longitude: 'centre', latitude: 'centre' },
      send: async (values) => {
        const { longitude, latitude } = values['centre'] as FieldLngLat;
        await services.api.organisation.saveMapSetting({
          longitude,
          latitude,
          zoom: Number(values['zoom']),
          ...(stored && { mapType: stored.mapType }),
        });
        renewBaseMap(services);
        onSaved();
      },
    }),
);

/** Dialog of where the maps of the organisation begin: those on which places are chosen and plots are drawn. */
export default function MapSettingDialog({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const { setting } = useModelOf(StoredMapSettingModel);
  return (
    <FormDialog
      id="map-setting"
      title={t('region.setting')}
      submitLabel={t('region.setting.save')}
      parts={[setting]}
      model={() =>
        new MapSettingFormModel(services, setting.value.peek()?.stored ?? null, () => {
          showToast('success', t('region.setting.saved'));
          onClose();
        })
      }
      onClose={onClose}
      before={<p className="mb-4 text-note text-ink-2">{t('region.setting.hint')}</p>}
    />
  );
}
