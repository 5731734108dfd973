import { useEffect } from 'react';
import { createModel, useModel } from '@preact/signals-react';
import type { HandleParameter, HandleStyle, ProductModel } from '@farm3d/api';
import { Badge, Button, Skeleton } from '@farm3d/ui';
import { Section } from '../../../components/section.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { locale, t as common, term } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { modelApi } from '../product-model-api.ts';
import { t } from '../zh-CN.ts';

const HandlesModel = createModel((productId: string) => {
  const styles = loadable<readonly HandleStyle[]>(
    async (abort) => (await modelApi.handles.style(productId, { signal: abort })).items,
  );
  let shown: number | null = null;
  return {
    styles,
    /** A version of the product model: a save may change its services. */
    show: (version: number): void => {
      if (version === shown) return;
      shown = version;
      void styles.load();
    },
  };
});

const rangeOf = ({ min, max, unit }: HandleParameter): string =>
  min === null || max === null ? unit : `${min} … ${max} ${unit}`.trim();

/** How the saved services of a product model are worked: a button, or an input for each parameter. */
export function HandleStyles({ product: { id, version } }: { product: ProductModel }) {
  const model = useModel(() => new HandlesModel(id));
  useEffect(() => model.show(version), [model, version]);
  const { styles } = model;
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
            {common('common.retry')}
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
            {`${ownName(identify, parameter)} · ${t(`models.handles.${parameter.component}`, { range: rangeOf(parameter) }).trim()}`}
          </Badge>
        ))}
      </span>
    </li>
  );
}

const ownName = (identify: string, { key, name, labelEn }: HandleParameter): string =>
  (locale.value === 'en' && labelEn) || term(`${identify}.${key}`, name || key);
