import { Badge, type BadgeTone } from '@farm3d/ui';
import type { ProductModel } from '@farm3d/api';
import { t } from './zh-CN.ts';

const TONES: Readonly<Record<ProductModel['state'], BadgeTone>> = {
  active: 'leaf',
  draft: 'amber',
  retired: 'neutral',
};

/** Whether the product model is built in, else whether it is a draft, active or retired. */
export function StateBadge({ product }: { product: Pick<ProductModel, 'state' | 'builtIn'> }) {
  return product.builtIn ? (
    <Badge>{t('models.builtIn')}</Badge>
  ) : (
    <Badge tone={TONES[product.state]} testId="model-state">
      {t(`models.state.${product.state}`)}
    </Badge>
  );
}
