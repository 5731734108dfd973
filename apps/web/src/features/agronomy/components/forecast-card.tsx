import { TriangleAlert } from 'lucide-react';
import type { Prediction } from '@farm3d/api';
import { Badge, SelectField } from '@farm3d/ui';
import { numberText, localText, readingName } from '../../../components/agronomy/format.ts';
import { ForecastChart } from '../../../components/charts/forecast-chart.tsx';
import { locale } from '../../../platform/locale.ts';
import { HORIZON_HOURS, type PlotCardsModel } from '../model.ts';
import { t } from '../zh-CN.ts';
import { Card, Loaded } from './card.tsx';

/** Forecast of one reading, and the alarms that it predicts. */
export function ForecastCard({ model }: { model: PlotCardsModel }) {
  const { options, chosen } = model.choice.value;
  const known = model.forecast.value.value;
  const [item] = known?.prediction.items ?? [];
  const skill = item?.model?.skill ?? null;
  return (
    <Card
      title={t('agronomy.forecast')}
      testId="forecast-card"
      aside={
        skill !== null && (
          <Badge tone={skill > 0 ? 'leaf' : 'neutral'}>
            {skill > 0
              ? t('agronomy.forecast.skill', { skill: Math.round(skill * 100) })
              : t('agronomy.forecast.lowSkill')}
          </Badge>
        )
      }
      how={
        known && {
          formulas: known.prediction.formulas,
          sources:
            model.detail.value.value?.sources.filter(({ deviceId }) => deviceId === chosen?.deviceId) ?? [],
          missing: item?.reason ? [item.reason] : [],
          methodsTitle: 'agronomy.how.forecast',
          methods: item?.model && {
            model: item.model.name,
            MAE: `${numberText(item.model.mae, 2)} ${item.unit}`,
            'seasonal naive': `${numberText(item.model.snaiveMae, 2)} ${item.unit}`,
            ...(item.model.coverage80 === null
              ? {}
              : { coverage80: `${numberText(item.model.coverage80 * 100, 0)} %` }),
          },
        }
      }
    >
      {chosen && (
        <div className="mb-3 max-w-sm">
          <SelectField
            label={t('agronomy.forecast.keys')}
            placeholder={t('agronomy.form.choose')}
            options={options.map(({ id, key, deviceName }) => ({
              value: id,
              label: readingName(key),
              note: deviceName,
            }))}
            value={chosen.id}
            onChange={model.choose}
            testId="forecast-key"
          />
        </div>
      )}
      <Loaded of={model.forecast}>
        {({ prediction, measured }) => (
          <>
            <Warnings prediction={prediction} />
            {prediction.items[0]?.reason ? (
              <p className="py-2 text-body text-ink-2" data-testid="forecast-reason">
                {localText(prediction.items[0].reason)}
              </p>
            ) : null}
            <ForecastChart
              name={chosen ? readingName(chosen.key) : ''}
              measured={chosen ? (measured[chosen.key] ?? []) : []}
              prediction={prediction}
              testId="forecast-chart"
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Warnings({ prediction }: { prediction: Prediction }) {
  if (prediction.items[0]?.reason) return null;
  if (prediction.warnings.length === 0) {
    return (
      <p className="mb-2 text-body text-ink-2">
        {t('agronomy.forecast.noWarnings', { hours: HORIZON_HOURS })}
      </p>
    );
  }
  return (
    <ul className="mb-2 flex flex-col gap-1.5" data-testid="forecast-warnings">
      {prediction.warnings.map((warning) => (
        <li
          key={warning.settingId + warning.op}
          className="flex items-center gap-2 rounded-control bg-amber-soft px-3 py-2 text-body text-amber"
        >
          <TriangleAlert aria-hidden size={18} className="shrink-0" />
          <span className="min-w-0 flex-1">{locale.value === 'en' ? warning.en : warning.zh}</span>
          <Badge tone="amber">{t(`agronomy.forecast.${warning.level}`)}</Badge>
        </li>
      ))}
    </ul>
  );
}
