import type { GrowthModel } from '@farm3d/api';
import { locale } from '../../../platform/locale.ts';
import { cropName } from '../../../platform/crop-name.ts';
import type { Crops } from '../model.ts';
import { periodsOf } from '../periods.ts';
import { t } from '../zh-CN.ts';

const NUMBER = 'px-3 py-2 text-right tabular-nums whitespace-nowrap';

const list = (values: readonly number[]): string => values.join(' / ');

/** How the crops of the tables grow, in the reader's language. */
export function GrowthModels({ model }: { model: Crops }) {
  const models = model.models.value.value ?? [];
  const columns = [
    t('crops.model.days'),
    t('crops.model.kc'),
    t('crops.model.temperatures'),
    t('crops.model.roots'),
    t('crops.model.height'),
  ];
  return (
    <>
      <p className="mb-3 max-w-3xl text-body text-ink-2">{t('crops.model.intro')}</p>
      {/* Scrollable on a phone, also by keys. */}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('crops.tab.models')}
        className="thin-scrollbar relative overflow-x-auto rounded-panel border border-line bg-raised"
      >
        <table
          className="w-full min-w-[60rem] text-body"
          data-testid="growth-models"
          data-count={models.length}
        >
          <thead className="border-b border-line text-note text-ink-3">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('crops.crop')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-right font-medium">
                  {column}
                </th>
              ))}
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('crops.periods')}
              </th>
            </tr>
          </thead>
          <tbody>
            {models.map((one) => (
              <ModelRow key={one.id} model={one} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function ModelRow({ model }: { model: GrowthModel }) {
  const isEnglish = locale.value === 'en';
  return (
    <tr className="border-t border-line align-top" data-testid="growth-model" data-id={model.id}>
      <th scope="row" className="px-3 py-2 text-left font-medium whitespace-nowrap">
        {cropName(model)}
      </th>
      <td className={NUMBER}>{list(model.stageDays)}</td>
      <td className={NUMBER}>{list(model.kc)}</td>
      <td className={NUMBER}>
        {model.baseTemperature} – {model.upperTemperature} °C
      </td>
      <td className={NUMBER}>{model.rootDepth ? `${model.rootDepth.join(' – ')} m` : t('common.noValue')}</td>
      <td className={NUMBER}>
        {model.maxHeight === undefined ? t('common.noValue') : `${model.maxHeight} m`}
      </td>
      <td className="min-w-72 px-3 py-2 text-note text-ink-2">
        {periodsOf(model.periods)
          .map(
            ({ name, nameEn, endGdd }) =>
              `${isEnglish && typeof nameEn === 'string' ? nameEn : name} ${endGdd}`,
          )
          .join(' → ')}
      </td>
    </tr>
  );
}
