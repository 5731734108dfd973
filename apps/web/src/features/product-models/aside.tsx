import { useEffect } from 'react';
import { createModel } from '@preact/signals-react';
import {
  alarmSettings as settingCalls,
  handles as handleCalls,
  type HandleParameter,
  type HandleStyle,
  type ProductAttribute,
  type ProductModel,
} from '@farm3d/api';
import { Badge, Button, Skeleton } from '@farm3d/ui';
import { DeviceIcon } from '../../components/device-icon.tsx';
import type { AlarmTrialProps } from '../../components/rules/alarm-setting-dialog.tsx';
import { AlarmSettingList } from '../../components/rules/alarm-setting-list.tsx';
import { AlarmSettingsModel } from '../../components/rules/alarm-settings-model.ts';
import { watchedKeys } from '../../components/rules/alarm-setting-values.ts';
import { Section } from '../../kit/blocks.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { loadable } from '../../platform/loadable.ts';
import { locale, term, withTexts } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { labelOf } from '../../platform/names.ts';
import type { Services } from '../../platform/services.ts';
import type { ModelForm, PartForm } from './product-model-draft.ts';
import { t } from './zh-CN.ts';

/** What the stored product model says; fetched again with each version of it. Created inside `createModel`. */
function ofVersion<Value>(fetch: (abort: AbortSignal) => Promise<Value>) {
  const loaded = loadable(fetch);
  let shown: number | null = null;
  return {
    ...loaded,
    show: (version: number): void => {
      if (version === shown) return;
      shown = version;
      void loaded.load();
    },
  };
}

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

const HandlesModel = createModel((services: Services, productId: string) => {
  const { handles } = services.clientOf({ handles: handleCalls });
  return {
    styles: ofVersion<readonly HandleStyle[]>(
      async (abort) => (await handles.style(productId, { signal: abort })).items,
    ),
  };
});

const limitsOf = ({ min, max, unit }: HandleParameter): string =>
  min === null || max === null ? unit : `${min} … ${max} ${unit}`.trim();

/** How the saved services of a product model are worked: a button, or an input for each parameter. */
export function HandleStyles({ product: { id, version } }: { product: ProductModel }) {
  const { styles } = useModelOf(HandlesModel, id);
  useEffect(() => styles.show(version), [styles, version]);
  const list = styles.value.value;
  const error = styles.error.value;
  return (
    <Section title={t('models.handles')} hint={t('models.handles.hint')}>
      {list ? (
        list.length === 0 ? (
          <p className="text-note text-ink-3">{t('models.handles.none')}</p>
        ) : (
          <ul data-testid="model-handles" data-count={list.length} className="flex flex-col gap-2">
            {list.map((style) => (
              <Handle key={style.identify} style={style} />
            ))}
          </ul>
        )
      ) : error === null ? (
        <Skeleton className="h-12" />
      ) : (
        <div className="flex flex-wrap items-center gap-2 text-note text-alarm">
          {problemText(error)}
          <Button size="sm" onClick={() => void styles.load()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Handle({ style: { identify, name, parameters } }: { style: HandleStyle }) {
  return (
    <li
      data-testid="model-handle"
      data-identify={identify}
      className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line px-3 py-2"
    >
      <span className="min-w-0 text-body">{term(identify, name)}</span>
      <span className="flex flex-wrap gap-1">
        {parameters.length === 0 && <Badge>{t('models.handles.button')}</Badge>}
        {parameters.map((parameter) => (
          <Badge key={parameter.key}>
            {`${ownName(identify, parameter)} · ${t(`models.handles.${parameter.component}`, { range: limitsOf(parameter) }).trim()}`}
          </Badge>
        ))}
      </span>
    </li>
  );
}

const ownName = (identify: string, { key, name, labelEn }: HandleParameter): string =>
  (locale.value === 'en' && labelEn) || term(`${identify}.${key}`, name || key);

// With the form.
const ProductTrial = lazyComponent<AlarmTrialProps>(() => withTexts(import('./product-trial.tsx')));

/** Name and unit of a value of the edited model, also of one that alarms may not use. */
function nameIn(parts: readonly PartForm[], wanted: string): { name: string; unit: string } {
  for (const part of parts)
    for (const { key, name, nameEn, unit } of part.kind === '1' ? [] : part.parameters)
      if (key === wanted)
        return { name: labelOf({ code: key, name: name || part.name, nameEn: nameEn || part.nameEn }), unit };
  return { name: wanted, unit: '' };
}

const TemplatesModel = createModel((services: Services, productId: string) => {
  const { alarmSettings } = services.clientOf({ alarmSettings: settingCalls });
  const wanted = { type: 'attribute', forAlarms: true } as const;
  return {
    settings: new AlarmSettingsModel({
      list: async (abort) => (await alarmSettings.ofProduct(productId, abort ? { signal: abort } : {})).items,
      save: async (list) => (await alarmSettings.saveProduct(productId, list)).items,
    }),
    /** Attributes that alarms may use (attributeType 0, alarmUse 1), as they are stored. */
    attributes: ofVersion<readonly ProductAttribute[]>(
      async (abort) =>
        (await services.api.productModels.attributes(productId, wanted, { signal: abort })).items,
    ),
  };
});

/**
 * The alarm settings that every device of the product model inherits; they are stored at once, each tried on the past
 * of these devices before.
 */
export function AlarmTemplates({ product, parts }: { product: ProductModel; parts: readonly PartForm[] }) {
  const { settings, attributes } = useModelOf(TemplatesModel, product.id);
  const { version } = product;
  useEffect(() => attributes.show(version), [attributes, version]);
  const usable = attributes.value.value;
  const error = attributes.error.value;
  const keys = usable && watchedKeys(usable);
  return (
    <Section title={t('models.alarms')} hint={t('models.alarms.hint')}>
      {!usable && error !== null && (
        <p role="alert" className="flex items-center gap-2 text-note text-alarm">
          <span className="min-w-0 flex-1">{problemText(error)}</span>
          <Button size="sm" onClick={() => void attributes.load()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      <AlarmSettingList
        model={settings}
        owner={product.id}
        keys={keys}
        nameKey={(key) => keys?.find((one) => one.key === key) ?? nameIn(parts, key)}
        none={t('models.alarms.none')}
        Trial={ProductTrial}
      />
    </Section>
  );
}
