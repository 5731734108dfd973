import { useModel } from '@preact/signals-react';
import type { MapSetting } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { allLoaded } from '../../../kit/loaded.tsx';
import { LoadingDialog } from '../../../kit/loading-dialog.tsx';
import { showToast } from '../../../platform/toasts.ts';
import { MapSettingFormModel, StoredMapSettingModel } from '../map-setting-form.ts';
import { t } from '../zh-CN.ts';

const FORM = 'map-setting';

/** Dialog of where the maps of the organisation begin: those on which places are chosen and plots are drawn. */
export default function MapSettingDialog({ onClose }: { onClose: () => void }) {
  const { setting } = useModel(StoredMapSettingModel);
  if (!allLoaded([setting]))
    return <LoadingDialog title={t('region.setting')} parts={[setting]} onClose={onClose} />;
  return <Editing stored={setting.value.value?.stored ?? null} onClose={onClose} />;
}

function Editing({ stored, onClose }: { stored: MapSetting | null; onClose: () => void }) {
  const { form, send } = useModel(
    () =>
      new MapSettingFormModel(stored, () => {
        showToast('success', t('region.setting.saved'));
        onClose();
      }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('region.setting')}
      closeLabel={t('common.close')}
      testId="map-setting-dialog"
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="map-setting-submit"
          >
            {t('region.setting.save')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-note text-ink-2">{t('region.setting.hint')}</p>
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
