import { classes, SelectField, Skeleton } from '@farm3d/ui';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import type { Models, Shelf } from '../list-model.ts';
import { labelOf } from '../../../platform/product-name.ts';
import { t } from '../zh-CN.ts';

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
