import { Button, SelectField, TextField } from '@farm3d/ui';
import { PageDialog } from '../../../../kit/dialog.tsx';
import { ImageUploadField } from '../../../../kit/images/image-upload-field.tsx';
import { t as pictureText } from '../../../../kit/images/zh-CN.ts';
import { useModelOf } from '../../../../kit/services.tsx';
import { t } from '../../texts/zh-CN.ts';
import type { SceneRecords } from '../../loading/scene-records.ts';
import { PlotFormModel, today, type PlotForm } from '../plot-form.ts';
import type { PlotDialog, Plots } from '../plots-model.ts';

interface PlotDialogsProps {
  plots: Plots;
  records: Pick<SceneRecords, 'scene'>;
  which: PlotDialog;
}

/** The dialog of the plot's crop and planting date, or of its skin. */
export default function PlotDialogs({ plots, records, which }: PlotDialogsProps) {
  const form = useModelOf(PlotFormModel, plots, records, which);
  const state = form.state.value;
  const isCrop = which === 'crop';
  return (
    <PageDialog
      onClose={plots.close}
      title={t(isCrop ? 'plots.crop' : 'plots.skin')}
      testId={isCrop ? 'crop-dialog' : 'skin-dialog'}
      actions={
        <>
          <Button onClick={plots.close}>{t('common.cancel')}</Button>
          {typeof state === 'object' ? (
            <Button variant="primary" onClick={() => void form.load()}>
              {t('common.retry')}
            </Button>
          ) : (
            <Button
              variant="primary"
              data-testid="plot-save"
              disabled={plots.saving.value || state === 'loading' || form.upload.progress.value !== null}
              onClick={form.save}
            >
              {t('scene.save')}
            </Button>
          )}
        </>
      }
    >
      {state !== 'ready' ? (
        <output className="block py-6 text-ink-2">
          {state === 'loading' ? t('plots.loading') : t('plots.failed', { reason: state.failed })}
        </output>
      ) : isCrop ? (
        <CropFields form={form} />
      ) : (
        <SkinFields form={form} />
      )}
    </PageDialog>
  );
}

function CropFields({ form }: { form: PlotForm }) {
  const choices = form.choices.value;
  const { crop: cropError, date: dateError } = form.errors.value;
  return (
    <div className="grid gap-4 pt-1">
      <SelectField
        label={t('plots.crop.name')}
        placeholder={t('plots.crop.required')}
        required
        testId="crop-choice"
        value={form.crop.value}
        error={cropError}
        options={choices.map(({ crop, name, isOwn }) => ({
          value: crop,
          label: name,
          ...(isOwn ? { note: t('plots.crop.own') } : {}),
        }))}
        onChange={form.chooseCrop}
      />
      <TextField
        label={t('plots.date')}
        type="date"
        required
        max={today()}
        data-testid="crop-date"
        value={form.date.value}
        error={dateError}
        onValueChange={form.setDate}
      />
    </div>
  );
}

function SkinFields({ form }: { form: PlotForm }) {
  const skins = form.skins.value;
  return (
    <div className="grid gap-4 pt-1">
      {skins.length === 0 ? (
        <p
          data-testid="skin-none"
          role={form.errors.value.skin ? 'alert' : undefined}
          className={form.errors.value.skin ? 'text-alarm' : 'text-ink-2'}
        >
          {t('plots.skin.none')}
        </p>
      ) : (
        <SelectField
          label={t('plots.skin')}
          placeholder={t('plots.skin.required')}
          required
          testId="skin-choice"
          value={form.skin.value}
          error={form.errors.value.skin}
          options={skins.map(({ url, name }) => ({
            value: url,
            label: name,
            icon: <img src={url} alt="" className="size-8 shrink-0 rounded-control object-cover" />,
          }))}
          onChange={form.chooseSkin}
        />
      )}
      <ImageUploadField
        label={pictureText('image.skin')}
        upload={form.upload}
        name={skins.find(({ url }) => url === form.skin.value)?.name ?? pictureText('image.skin.name')}
        removable={false}
      />
    </div>
  );
}
