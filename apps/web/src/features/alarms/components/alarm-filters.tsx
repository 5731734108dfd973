import { SearchField, SelectField, classes } from '@farm3d/ui';
import { X } from 'lucide-react';
import { SeverityMark } from '../../../components/rules/severity-mark.tsx';
import {
  AGES,
  SEVERITIES,
  SORTS,
  STATES,
  type AlarmAge,
  type AlarmSort,
  type AlarmStateFilter,
} from '../alarm-filter.ts';
import type { Alarms } from '../model.ts';
import { t } from '../zh-CN.ts';

/** Severities with their numbers, search, and the other filters of the list. */
export function AlarmFilters({ model }: { model: Alarms }) {
  const filter = model.filter.value;
  const any = { value: '', label: t('alarmList.filter.any') };
  const named = (list: readonly { id: string; name: string }[] | null) => [
    any,
    ...(list ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="flex flex-col gap-3">
      <SeverityCounts model={model} />
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_repeat(3,minmax(7rem,1fr))] xl:grid-cols-[2fr_repeat(5,minmax(7rem,1fr))]">
        <div className="flex max-md:col-span-2">
          <SearchField
            label={t('alarmList.search')}
            clearLabel={t('common.clear')}
            value={filter.text}
            onValueChange={model.search}
            testId="alarm-search"
          />
        </div>
        <SelectField
          label={t('alarmList.filter.state')}
          placeholder={any.label}
          testId="alarm-filter-state"
          value={filter.state}
          options={STATES.map((value) => ({ value, label: t(`alarmList.filter.state.${value}`) }))}
          onChange={(next) => model.change({ state: next as AlarmStateFilter })}
        />
        <SelectField
          label={t('alarmList.column.scene')}
          placeholder={any.label}
          testId="alarm-filter-scene"
          value={filter.scene}
          options={named(model.names.scenes.value.value)}
          onChange={(scene) => model.change({ scene })}
        />
        <SelectField
          label={t('alarmList.column.group')}
          placeholder={any.label}
          testId="alarm-filter-group"
          value={filter.group}
          options={named(model.names.groups.value.value)}
          onChange={(group) => model.change({ group })}
        />
        <SelectField
          label={t('alarmList.column.age')}
          placeholder={any.label}
          testId="alarm-filter-age"
          value={filter.age}
          options={[any, ...AGES.map((value) => ({ value, label: t(`alarmList.filter.age.${value}`) }))]}
          onChange={(next) => model.change({ age: next as '' | AlarmAge })}
        />
        <SelectField
          label={t('alarmList.sort')}
          placeholder={any.label}
          testId="alarm-sort"
          value={filter.sort}
          options={SORTS.map((value) => ({ value, label: t(`alarmList.sort.${value}`) }))}
          onChange={(next) => model.change({ sort: next as AlarmSort })}
        />
      </div>
      {(filter.area !== '' || filter.device !== '') && (
        <button
          type="button"
          data-testid="alarm-filter-place"
          onClick={() => model.change({ area: '', map: '', device: '' })}
          className="inline-flex min-h-9 items-center gap-1 self-start rounded-full bg-leaf-soft px-3 text-note text-leaf-ink hover:bg-hover pointer-coarse:min-h-11"
        >
          {t(filter.area === '' ? 'alarmList.filter.device' : 'alarmList.filter.area')}
          <X aria-hidden size={14} />
          <span className="sr-only">{t('common.clear')}</span>
        </button>
      )}
    </div>
  );
}

/** How many loaded alarms have each severity; pressed, only those are listed. */
function SeverityCounts({ model }: { model: Alarms }) {
  const chosen = model.filter.value.severity;
  const counts = model.counts.value;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('alarmList.column.severity')}</legend>
      {SEVERITIES.map((severity) => (
        <button
          key={severity}
          type="button"
          aria-pressed={chosen === severity}
          data-testid="alarm-severity"
          data-severity={severity}
          data-count={counts[severity]}
          onClick={() => model.change({ severity: chosen === severity ? '' : severity })}
          className={classes(
            'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 pointer-coarse:min-h-11',
            chosen === severity ? 'border-leaf bg-leaf-soft' : 'border-line-strong bg-raised hover:bg-hover',
          )}
        >
          <SeverityMark severity={severity} isActive={counts[severity] > 0} />
          <span className="text-body font-semibold tabular-nums">{counts[severity]}</span>
        </button>
      ))}
    </fieldset>
  );
}
