import { SearchField, SelectField } from '@farm3d/ui';
import { user } from '../../../platform/session.ts';
import type { Orders } from '../model.ts';
import { PRIORITIES } from '../order-states.ts';
import { t } from '../zh-CN.ts';

/** Search, priority and assignee of the board. */
export function OrderFilters({ model }: { model: Orders }) {
  const { title, priority, assignee } = model.filter.value;
  const any = { value: '', label: t('orders.filter.any') };
  const own = user.value?.userId ?? '';
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr]">
      <div className="flex max-md:col-span-2">
        <SearchField
          label={t('orders.search')}
          clearLabel={t('common.clear')}
          value={title}
          onValueChange={model.search}
          testId="order-search"
        />
      </div>
      <SelectField
        label={t('orders.filter.who')}
        placeholder={any.label}
        testId="order-filter-who"
        value={assignee}
        options={[
          any,
          { value: own, label: t('orders.filter.mine') },
          ...(model.people.value.value ?? [])
            .filter(({ userId }) => userId !== own)
            .map(({ userId, username, displayName }) => ({ value: userId, label: displayName || username })),
        ]}
        onChange={(next) => model.change({ assignee: next })}
      />
      <SelectField
        label={t('orders.filter.priority')}
        placeholder={any.label}
        testId="order-filter-priority"
        value={priority}
        options={[any, ...PRIORITIES.map((value) => ({ value, label: t(`orders.priority.${value}`) }))]}
        onChange={(next) => model.change({ priority: PRIORITIES.find((one) => one === next) ?? '' })}
      />
    </div>
  );
}
