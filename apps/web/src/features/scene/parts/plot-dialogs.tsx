import { Button, Dialog, SelectField, TextField } from '@farm3d/ui';
import { locale, t } from '../../../platform/locale.ts';
import type { SceneScreen } from '../model.ts';
import { today } from '../plots.ts';

/** What grows on the plot and since when; or what it is covered with. */
export default function PlotDialogs({ screen: { plots } }: { screen: SceneScreen }) {
  const isCrop = plots.dialog.value === 'crop';
  const choices = isCrop ? plots.crops.value : plots.skins.value;
  return (
    <Dialog
      open={plots.dialog.value !== null}
      onClose={plots.close}
      title={t(isCrop ? 'plots.crop' : 'plots.skin')}
      closeLabel={t('common.close')}
      testId={isCrop ? 'crop-dialog' : 'skin-dialog'}
      actions={
        <>
          <Button onClick={plots.close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            data-testid="plot-save"
            disabled={plots.saving.value || choices === null}
            onClick={isCrop ? plots.saveCrop : plots.saveSkin}
          >
            {t('common.confirm')}
          </Button>
        </>
      }
    >
      {choices === null ? (
        <output className="block py-6 text-ink-2">
          {plots.choicesFailed.value === null
            ? t('plots.loading')
            : t('plots.failed', { reason: plots.choicesFailed.value })}
        </output>
      ) : isCrop ? (
        <CropFields plots={plots} />
      ) : (
        <SkinFields plots={plots} />
      )}
    </Dialog>
  );
}

function CropFields({ plots }: Pick<SceneScreen, 'plots'>) {
  const crops = plots.crops.value ?? [];
  const { crop: cropError, date: dateError } = plots.errors.value;
  return (
    <div className="grid gap-4 pt-1">
      <SelectField
        label={t('plots.crop.name')}
        placeholder={t('plots.crop.required')}
        required
        testId="crop-choice"
        value={plots.crop.value}
        error={cropError}
        options={crops.map(({ id, crop }) => ({
          value: crop,
          // The built-in crops are named by plain English words.
          label: locale.value === 'en' ? `${id.charAt(0).toUpperCase()}${id.slice(1)}` : crop,
        }))}
        onChange={plots.chooseCrop}
      />
      <TextField
        label={t('plots.date')}
        type="date"
        required
        max={today()}
        data-testid="crop-date"
        value={plots.date.value}
        error={dateError}
        onValueChange={plots.setDate}
      />
    </div>
  );
}

function SkinFields({ plots }: Pick<SceneScreen, 'plots'>) {
  const skins = plots.skins.value ?? [];
  if (skins.length === 0) return <p className="py-6 text-ink-2">{t('plots.skin.none')}</p>;
  return (
    <SelectField
      label={t('plots.skin')}
      placeholder={t('plots.skin.required')}
      required
      testId="skin-choice"
      value={plots.skin.value}
      error={plots.errors.value.skin}
      options={skins.map(({ url, name }) => ({ value: url, label: name }))}
      onChange={plots.chooseSkin}
    />
  );
}
