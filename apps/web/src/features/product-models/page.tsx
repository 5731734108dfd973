import { Archive, ArchiveRestore, Copy, FileDown, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { ProductModel } from '@farm3d/api';
import { Button, EmptyState, SearchField, SelectField, Skeleton, classes, type MenuEntry } from '@farm3d/ui';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { productModelPath } from '../../platform/paths.ts';
import { labelOf } from '../../platform/names.ts';
import { StateBadge } from './state-badge.tsx';
import { CopyDialog, ImportDialog } from './dialogs.tsx';
import { ModelsModel, type Models, type Shelf } from './list-model.ts';
import { t } from './zh-CN.ts';

const GRID = 'grid grid-cols-1 content-start gap-4 sm:grid-cols-2 xl:grid-cols-3 min-[2200px]:grid-cols-4';

/** `/iotManagement/productModels`: product models by group and type. */
export default function ProductModelsPage() {
  const model = useModelOf(ModelsModel);
  const [, navigate] = useLocation();
  return (
    <Page
      title={t('models.title')}
      hint={t('models.subtitle')}
      actions={
        <>
          <Button
            icon={<FileUp size={18} />}
            data-testid="models-import"
            onClick={() => model.importing.open(true)}
          >
            {t('models.import')}
          </Button>
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="model-new"
            onClick={() => navigate(productModelPath('new'))}
          >
            {t('models.new')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-[13rem_1fr] md:gap-6">
        <Shelves model={model} />
        <div className="flex min-w-0 flex-col gap-4">
          <SearchField
            label={t('models.search')}
            clearLabel={t('common.clear')}
            value={model.search.value}
            onValueChange={model.type}
            testId="model-search"
          />
          <Tiles model={model} />
        </div>
      </div>
      <CopyDialog model={model} />
      <ImportDialog model={model} />
      <Confirm
        question={model.removal}
        message={(product) => t('models.delete.message', { name: labelOf(product) })}
      />
    </Page>
  );
}

function Tiles({ model }: { model: Models }) {
  const shown = model.shown.value;
  return (
    <Loaded
      of={model.models}
      skeleton={
        <div className={GRID} aria-busy="true">
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} className="h-32" />
          ))}
        </div>
      }
      onRetry={model.refresh}
    >
      {() =>
        shown.length === 0 ? (
          <EmptyState
            testId="models-none"
            title={t('models.noMatch.title')}
            hint={t('models.noMatch.hint')}
            action={<Button onClick={model.clear}>{t('models.group.all')}</Button>}
          />
        ) : (
          <ul className={GRID} data-testid="models" data-count={shown.length}>
            {shown.map((one) => (
              <ModelTile key={one.id} product={one} model={model} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

const GROUPS = ['monitoring', 'control', 'video', 'other'] as const;
const groupName = (id: string, name: string): string => {
  const known = GROUPS.find((group) => group === id);
  return known ? t(`models.group.${known}`) : name;
};
const ROW =
  'flex min-h-9 w-full items-center gap-2 rounded-control px-3 text-left text-body transition-colors duration-150 pointer-coarse:min-h-11';

/** Groups of product types: a list beside the models, a select field on a phone. */
export function Shelves({ model }: { model: Models }) {
  const chosen = model.shelf.value;
  const groups = model.groups.value.value;
  const typeName = (type: string): string => {
    const first = model.typeNames.value.get(type);
    return first ? labelOf(first) : type;
  };
  const row = (shelf: Shelf, label: string, isType = false) => {
    const isChosen = shelf.group === chosen.group && shelf.type === chosen.type;
    return (
      <button
        type="button"
        aria-pressed={isChosen}
        data-testid="model-shelf"
        data-value={shelf.type ?? shelf.group ?? 'all'}
        onClick={() => model.choose(shelf)}
        className={classes(
          ROW,
          isType && 'pl-5 text-note',
          isChosen ? 'bg-leaf-soft font-medium text-leaf-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
        )}
      >
        {isType && shelf.type !== null && <DeviceIcon productTypeCode={shelf.type} size={24} />}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {isType && <span className="font-mono text-xs text-ink-3">{shelf.type}</span>}
      </button>
    );
  };
  const all: Shelf = { group: null, type: null };
  return (
    <>
      <nav aria-label={t('models.groups')} className="hidden flex-col gap-1 md:flex">
        {row(all, t('models.group.all'))}
        {!groups && <Skeleton className="h-48" />}
        {groups?.map(({ id, name, productTypeCodes }) => (
          <div key={id} className="flex flex-col gap-0.5">
            {row({ group: id, type: null }, groupName(id, name))}
            {productTypeCodes.map((type) => (
              <div key={type}>{row({ group: id, type }, typeName(type), true)}</div>
            ))}
          </div>
        ))}
      </nav>
      <div className="md:hidden">
        <SelectField
          label={t('models.groups')}
          placeholder={t('models.group.all')}
          testId="model-shelf-select"
          value={JSON.stringify(chosen)}
          options={[
            { value: JSON.stringify(all), label: t('models.group.all') },
            ...(groups ?? []).flatMap(({ id, name, productTypeCodes }) => [
              { value: JSON.stringify({ group: id, type: null }), label: groupName(id, name) },
              ...productTypeCodes.map((type) => ({
                value: JSON.stringify({ group: id, type }),
                label: typeName(type),
                icon: <DeviceIcon productTypeCode={type} size={24} />,
                note: type,
              })),
            ]),
          ]}
          onChange={(value) => model.choose(JSON.parse(value) as Shelf)}
        />
      </div>
    </>
  );
}

const ICON = { size: 18 } as const;

/** A product model in the list, with its actions. */
export function ModelTile({ product, model }: { product: ProductModel; model: Models }) {
  const [, navigate] = useLocation();
  const name = labelOf(product);
  const isRetired = product.state === 'retired';
  const ifOwn = (...entries: MenuEntry[]): MenuEntry[] => (product.builtIn ? [] : entries);
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
          <RowMenu
            label={t('models.menu', { name })}
            testId="model-menu"
            entries={[
              ...ifOwn(
                menuEntry('model-edit', t('models.edit'), Pencil, () =>
                  navigate(productModelPath(product.id)),
                ),
                {
                  id: 'model-state',
                  label: t(isRetired ? 'models.activate' : 'models.retire'),
                  icon: isRetired ? <ArchiveRestore {...ICON} /> : <Archive {...ICON} />,
                  onSelect: () => void model.setState(product, isRetired ? 'active' : 'retired'),
                },
              ),
              menuEntry('model-copy', t('models.copy'), Copy, () => model.copying.open(product)),
              menuEntry('model-export', t('models.export'), FileDown, () => void model.exportFile(product)),
              ...ifOwn(
                menuEntry('model-delete', t('common.delete'), Trash2, () => model.removal.ask(product), {
                  startsGroup: true,
                }),
              ),
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
