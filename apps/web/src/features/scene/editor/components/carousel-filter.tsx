import { ListFilter } from 'lucide-react';
import { Menu } from '@farm3d/ui';
import { term } from '../../../../platform/locale.ts';
import { productsOf, type CarouselEntry, type CarouselFilter } from '../../objects/catalogue.ts';
import { t } from '../../texts/zh-CN.ts';

export interface CarouselFilterMenuProps {
  entries: readonly CarouselEntry[];
  filter: CarouselFilter;
  onChange: (filter: CarouselFilter) => void;
}

/** Which devices the carousel offers. */
export function CarouselFilterMenu({ entries, filter, onChange }: CarouselFilterMenuProps) {
  const code = typeof filter === 'object' ? filter.productModelCode : null;
  return (
    <Menu
      label={t('carousel.filter')}
      testId="carousel-filter"
      anchor="top start"
      button={<ListFilter size={18} className={filter === 'all' ? '' : 'text-leaf-ink'} />}
      entries={[
        {
          id: 'all',
          label: t('carousel.filter.all'),
          checked: filter === 'all',
          onSelect: () => onChange('all'),
        },
        {
          id: 'unplaced',
          label: t('carousel.filter.unplaced'),
          checked: filter === 'unplaced',
          onSelect: () => onChange('unplaced'),
        },
        ...productsOf(entries).map((product, at) => ({
          id: `product-${product.code}`,
          label: term(product.code, product.name),
          checked: product.code === code,
          startsGroup: at === 0,
          onSelect: () => onChange({ productModelCode: product.code }),
        })),
      ]}
    />
  );
}
