import { DeviceIcon } from '../../../components/device-icon.tsx';
import type { ModelForm } from '../product-model-draft.ts';
import { labelOf } from '../../../platform/product-name.ts';
import { t } from '../zh-CN.ts';
import { Section } from '../../../components/section.tsx';

const rangeOf = (min: string, max: string, unit: string): string =>
  min === '' && max === '' ? unit : `${min || '−∞'} … ${max || '∞'} ${unit}`.trim();

/** The card of a device of this model in the scene, with ranges instead of readings. */
export function CardPreview({ form }: { form: ModelForm }) {
  const values = form.parts.filter(({ kind, enabled }) => kind !== '1' && enabled);
  const services = form.parts.filter(({ kind, enabled }) => kind === '1' && enabled);
  return (
    <Section title={t('models.card')}>
      {values.length + services.length === 0 ? (
        <p className="text-note text-ink-3">{t('models.card.empty')}</p>
      ) : (
        <div data-testid="model-card" className="rounded-panel border border-line bg-panel shadow-panel">
          <div className="flex items-center gap-3 px-3 py-2">
            <DeviceIcon productTypeCode={form.productTypeCode} image={form.picture} size={36} />
            <div className="min-w-0">
              <p className="truncate text-body leading-5 font-semibold">
                {labelOf(form) || t('models.unnamed')}
              </p>
              <p className="truncate text-note text-ink-2">{form.code}</p>
            </div>
          </div>
          <dl className="border-t border-line px-3 py-1">
            {values.map((part, at) => {
              const [first] = part.parameters;
              return (
                <div
                  key={at}
                  className="flex min-h-8 items-center justify-between gap-3 border-b border-line text-note last:border-0"
                >
                  <dt className="min-w-0 truncate text-ink-2">
                    {labelOf({ ...part, code: part.identify }) || t('models.unnamed')}
                  </dt>
                  <dd className="shrink-0 text-ink-3 tabular-nums">
                    {first &&
                      (first.type === 'NUMERIC'
                        ? rangeOf(first.min, first.max, first.unit)
                        : t(`models.type.${first.type}`))}
                  </dd>
                </div>
              );
            })}
          </dl>
          {services.length > 0 && (
            <div className="flex flex-wrap gap-2 border-t border-line p-2">
              {services.map((part, at) => (
                <span
                  key={at}
                  className="rounded-control border border-line-strong px-3 py-1 text-note text-ink-2"
                >
                  {labelOf({ ...part, code: part.identify }) || t('models.unnamed')}
                </span>
              ))}
            </div>
          )}
        </div>
      )}
    </Section>
  );
}
