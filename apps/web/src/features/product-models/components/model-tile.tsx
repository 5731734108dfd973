import { Archive, ArchiveRestore, Copy, EllipsisVertical, FileDown, Pencil, Trash2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { classes, Menu, type MenuEntry } from '@farm3d/ui';
import type { ProductModel } from '@farm3d/api';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { productModelPath } from '../../../platform/paths.ts';
import type { Models } from '../list-model.ts';
import { labelOf } from '../../../platform/product-name.ts';
import { t } from '../zh-CN.ts';
import { StateBadge } from './state-badge.tsx';

const ICON = { size: 18 } as const;

/** A product model in the list, with its actions. */
export function ModelTile({ product, model }: { product: ProductModel; model: Models }) {
  const [, navigate] = useLocation();
  const name = labelOf(product);
  const isRetired = product.state === 'retired';
  const own: MenuEntry[] = product.builtIn
    ? []
    : [
        {
          id: 'model-edit',
          label: t('models.edit'),
          icon: <Pencil {...ICON} />,
          onSelect: () => navigate(productModelPath(product.id)),
        },
        {
          id: 'model-state',
          label: t(isRetired ? 'models.activate' : 'models.retire'),
          icon: isRetired ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />,
          onSelect: () => void model.setState(product, isRetired ? 'active' : 'retired'),
        },
      ];
  const removal: MenuEntry[] = product.builtIn
    ? []
    : [
        {
          id: 'model-delete',
          label: t('common.delete'),
          icon: <Trash2 {...ICON} />,
          startsGroup: true,
          onSelect: () => model.askRemoval(product),
        },
      ];
  return (
    <li
      data-testid="model-tile"
      data-code={product.code}
      data-state={product.state}
      className={classes(
        'group relative flex flex-col gap-3 rounded-panel border border-line bg-raised p-4 transition-shadow duration-150 hover:shadow-panel',
        isRetired && 'opacity-70',
      )}
    >
      <div className="flex items-start gap-3">
        <DeviceIcon productTypeCode={product.productTypeCode} image={product.picture} size={48} />
        <div className="min-w-0 flex-1">
          <Link
            href={productModelPath(product.id)}
            data-testid="model-open"
            className="line-clamp-2 text-body leading-5 font-semibold after:absolute after:inset-0 after:rounded-panel"
          >
            {name}
          </Link>
          <p className="truncate font-mono text-note text-ink-3">{product.code}</p>
        </div>
        {/* Above the link, which covers the tile. */}
        <div className="relative z-10 -mt-2 -mr-2">
          <Menu
            label={t('models.menu', { name })}
            testId="model-menu"
            button={<EllipsisVertical {...ICON} />}
            entries={[
              ...own,
              {
                id: 'model-copy',
                label: t('models.copy'),
                icon: <Copy {...ICON} />,
                onSelect: () => model.askCopy(product),
              },
              {
                id: 'model-export',
                label: t('models.export'),
                icon: <FileDown {...ICON} />,
                onSelect: () => void model.exportFile(product),
              },
              ...removal,
            ]}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-note text-ink-3">
        <StateBadge product={product} />
        <span>{product.productTypeCode}</span>
        {product.reportingInterval !== null && (
          <span>{t('models.every', { n: product.reportingInterval })}</span>
        )}
      </div>
    </li>
  );
}
