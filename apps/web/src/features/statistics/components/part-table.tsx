import { MOST_SHOWN, type Statistics } from '../model.ts';
import { sumOf, todayOf, type PartNumbers } from '../numbers.ts';
import { numberText } from '../../../components/agronomy/format.ts';
import { t } from '../zh-CN.ts';

const NUMBER = 'px-3 py-2 text-right tabular-nums';

/** The numbers of today of each part, and which parts the charts show. */
export function PartTable({ model }: { model: Statistics }) {
  const parts = model.parts.value;
  const head = (text: string) => (
    <th scope="col" className="px-3 py-2 text-right font-medium">
      {text}
    </th>
  );
  return (
    // Scrollable on a phone, also by keys.
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('statistics.today')}
      className="thin-scrollbar overflow-x-auto rounded-panel border border-line bg-raised"
    >
      <table
        className="w-full min-w-[36rem] text-body"
        data-testid="statistics-parts"
        data-count={parts.length}
      >
        <thead className="border-b border-line text-note text-ink-3">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('statistics.part')}
            </th>
            {head(t('statistics.devices'))}
            {model.by.value === 'type' && head(t('statistics.online'))}
            {head(t('statistics.reporting'))}
            {head(t('statistics.silent'))}
            {head(t('statistics.messages'))}
            {head(t('statistics.sum', { n: model.days.value }))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Row key={part.id} part={part} model={model} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ part, model }: { part: PartNumbers; model: Statistics }) {
  const name = model.names.value.get(part.id) ?? part.id;
  const inCharts = model.inCharts.value;
  const isShown = inCharts.includes(part.id);
  const isFull = !isShown && inCharts.length >= MOST_SHOWN;
  return (
    <tr
      data-testid="statistics-part"
      data-id={part.id}
      data-devices={todayOf(part.devices)}
      data-silent={todayOf(part.silent)}
      data-messages={sumOf(part.messages)}
      className="border-b border-line last:border-b-0"
    >
      <th scope="row" className="px-3 py-2 text-left font-normal">
        {model.by.value === 'all' ? (
          name
        ) : (
          <label className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={isShown}
              disabled={isFull}
              title={isFull ? t('statistics.most', { n: MOST_SHOWN }) : undefined}
              aria-label={t('statistics.show', { name })}
              data-testid="statistics-show"
              onChange={() => model.toggle(part.id)}
              className="size-5 shrink-0 accent-leaf"
            />
            <span className="min-w-0">{name}</span>
          </label>
        )}
      </th>
      <td className={NUMBER}>{numberText(todayOf(part.devices), 0)}</td>
      {model.by.value === 'type' && (
        <td className={NUMBER} data-testid="statistics-online">
          {model.online.value ? numberText(model.online.value.get(part.id) ?? 0, 0) : t('common.noValue')}
        </td>
      )}
      <td className={NUMBER}>{numberText(todayOf(part.reporting), 0)}</td>
      <td className={NUMBER}>{numberText(todayOf(part.silent), 0)}</td>
      <td className={NUMBER}>{numberText(todayOf(part.messages), 0)}</td>
      <td className={NUMBER}>{numberText(sumOf(part.messages), 0)}</td>
    </tr>
  );
}
