import { useState } from 'react';
import { signal } from '@preact/signals-react';
import { Bookmark, Trash2 } from 'lucide-react';
import {
  AreaField,
  Button,
  IconButton,
  MultiSelectField,
  SearchField,
  SelectField,
  TextField,
} from '@farm3d/ui';
import { PageDialog } from '../../kit/dialog.tsx';
import { t as formText } from '../../kit/forms/zh-CN.ts';
import { useServices } from '../../kit/services.tsx';
import { locale, term } from '../../platform/locale.ts';
import { createRegionAreas, placeOfArea } from '../../platform/region-areas.ts';
import type { Services } from '../../platform/services.ts';
import { COLUMNS, parseQuery, SILENCES, type Column, type Silence } from './list-query.ts';
import type { Devices } from './model.ts';
import { t } from './zh-CN.ts';

/** Search, filters and columns of the list. Each is a component of its own: a letter of the search renders only its field. */
export function ListFilters({ model }: { model: Devices }) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[2fr_repeat(6,minmax(6.5rem,1fr))]">
      <div className="flex max-md:col-span-2 md:max-xl:col-span-3">
        <Search model={model} />
      </div>
      <ChoiceFilter model={model} by="model" />
      <ChoiceFilter model={model} by="group" />
      <AreaFilter model={model} />
      <ChoiceFilter model={model} by="state" />
      <ChoiceFilter model={model} by="silence" />
      <Columns model={model} />
    </div>
  );
}

interface FilterProps {
  model: Devices;
}

function Search({ model }: FilterProps) {
  return (
    <SearchField
      label={t('devices.search')}
      clearLabel={t('common.clear')}
      value={model.query.name.value}
      onValueChange={model.search}
      testId="device-search"
    />
  );
}

/** Filters by one entry of a list, and their entries beside that for any. */
const CHOICES = {
  model: ({ products }: Devices) =>
    (products.value.value ?? []).map(({ code, name }) => ({ value: code, label: term(code, name) })),
  group: ({ groups }: Devices) =>
    (groups.value.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
  state: () => [
    { value: 'online', label: t('common.online') },
    { value: 'offline', label: t('common.offline') },
  ],
  silence: () =>
    (Object.keys(SILENCES) as Silence[]).map((value) => ({ value, label: t(`devices.silent.${value}`) })),
};

function ChoiceFilter({ model, by }: FilterProps & { by: keyof typeof CHOICES }) {
  return (
    <SelectField
      label={t(`devices.filter.${by}`)}
      placeholder={t('devices.filter.any')}
      testId={`filter-${by}`}
      value={model.query[by].value}
      options={[{ value: '', label: t('devices.filter.any') }, ...CHOICES[by](model)]}
      onChange={(next) => model.change({ [by]: next })}
    />
  );
}

function Columns({ model }: FilterProps) {
  return (
    <MultiSelectField
      label={t('devices.columns')}
      placeholder={t('devices.columns')}
      testId="device-columns"
      values={model.query.columns.value}
      options={COLUMNS.map((value) => ({ value, label: t(`devices.column.${value}`) }))}
      onChange={(next) =>
        model.change({ columns: COLUMNS.filter((column: Column) => next.includes(column)) })
      }
    />
  );
}

/** Levels of the area filter of a list (readings 36). */
const AREA_LEVELS = 4;

/** Areas of the region maps, level by level; the first entry stands for any. */
function AreaFilter({ model }: FilterProps) {
  const services = useServices();
  const [areas] = useState(() => createRegionAreas(services, () => t('devices.filter.any')));
  const area = model.query.area.value;
  const map = model.query.map.value;
  return (
    <AreaField
      field={{
        key: 'filter-area',
        type: 'cascader',
        label: t('devices.filter.area'),
        placeholder: t('devices.filter.any'),
        levels: AREA_LEVELS,
      }}
      value={area === '' ? null : areas.codeOf({ area, map })}
      error={null}
      services={{ areas: areas.source, locale: locale.value, t: formText }}
      onChange={(code) => model.change(placeOfArea(typeof code === 'string' ? code : ''))}
      onLeave={() => undefined}
    />
  );
}

/** A list that was saved under a name. */
interface SavedView {
  readonly name: string;
  /** Search part of its address. */
  readonly address: string;
}

/** The user's saved views of devices, kept in this browser. */
function createSavedViews({ session }: Services) {
  const key = `farm3d.views.devices.${session.user.peek()?.userId ?? ''}`;
  const read = (): readonly SavedView[] => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '[]') as readonly SavedView[];
    } catch {
      return [];
    }
  };
  const views = signal(read());
  const write = (next: readonly SavedView[]): void => {
    views.value = next;
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage they last until the page is left.
    }
  };
  return {
    views,
    /** Another view of the same name is replaced. */
    save: (view: SavedView): void => write([...views.peek().filter(({ name }) => name !== view.name), view]),
    remove: (name: string): void => write(views.peek().filter((view) => view.name !== name)),
  };
}

/** Dialog with the saved views: opens, saves and removes them. */
export function SavedViewsButton({ model }: { model: Devices }) {
  const services = useServices();
  const [isOpen, setOpen] = useState(false);
  const [saved] = useState(() => createSavedViews(services));
  const [name, setName] = useState('');
  const views = saved.views.value;
  return (
    <>
      <Button icon={<Bookmark size={18} />} data-testid="device-views" onClick={() => setOpen(true)}>
        {t('devices.views')}
      </Button>
      <PageDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('devices.views')}
        testId="device-views-dialog"
      >
        {views.length === 0 && <p className="text-note text-ink-3">{t('devices.views.none')}</p>}
        <ul className="flex flex-col gap-1">
          {[{ name: t('devices.views.default'), address: '' }, ...views].map((view, at) => (
            <li key={view.name} className="flex items-center gap-2">
              <button
                type="button"
                data-testid="device-view"
                data-name={view.name}
                onClick={() => {
                  model.change(parseQuery(view.address));
                  setOpen(false);
                }}
                className="min-h-11 flex-1 rounded-control px-3 text-left text-body hover:bg-hover"
              >
                {view.name}
              </button>
              {at > 0 && (
                <IconButton
                  tone="danger"
                  label={t('devices.views.remove', { name: view.name })}
                  icon={<Trash2 size={16} />}
                  onClick={() => saved.remove(view.name)}
                />
              )}
            </li>
          ))}
        </ul>
        <form
          className="mt-4 flex items-end gap-2 border-t border-line pt-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            saved.save({ name: name.trim(), address: model.address.peek() });
            setName('');
          }}
        >
          <div className="flex-1">
            <TextField
              label={t('devices.views.name')}
              value={name}
              data-testid="device-view-name"
              onValueChange={setName}
            />
          </div>
          <Button
            type="submit"
            variant="primary"
            disabled={name.trim() === ''}
            data-testid="device-view-save"
          >
            {t('devices.views.save')}
          </Button>
        </form>
      </PageDialog>
    </>
  );
}
