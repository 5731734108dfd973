import type { PlotState } from '@farm3d/api';
import { Badge, EmptyState } from '@farm3d/ui';
import { Sprout } from 'lucide-react';
import { Link } from 'wouter';
import { locale } from '../../platform/locale.ts';
import { PATHS } from '../../platform/paths.ts';
import { dayText, presentTime } from '../../platform/time-text.ts';
import type { Calendar, Season, Span, TableStage } from './growth.ts';
import { plantedName, type Crops } from './model.ts';
import { t } from './zh-CN.ts';

/** Colour of each stage; the legend and hidden texts name them. */
const COLOURS: Record<TableStage, string> = {
  initial: 'color-mix(in srgb, var(--farm-leaf) 35%, transparent)',
  development: 'color-mix(in srgb, var(--farm-leaf) 65%, transparent)',
  mid: 'var(--farm-leaf)',
  late: 'var(--farm-amber)',
};

const monthText = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, { month: 'short', timeZone: 'UTC' }).format(at);

/** The seasons of all plots as bars over months. */
export function PlanCalendar({ model }: { model: Crops }) {
  const calendar = model.calendar.value;
  if (calendar.seasons.length === 0)
    return (
      <EmptyState
        testId="plan-empty"
        illustration={<Sprout size={48} strokeWidth={1} />}
        title={t('crops.plan.empty.title')}
        hint={t('crops.plan.empty.hint')}
      />
    );
  const share = (at: number): number =>
    Math.min(100, Math.max(0, ((at - calendar.start) / (calendar.end - calendar.start)) * 100));
  return (
    <>
      {/* Scrollable on a phone, also by keys. */}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('crops.tab.plan')}
        className="thin-scrollbar relative overflow-x-auto rounded-panel border border-line bg-raised"
      >
        <table
          data-testid="crop-plan"
          data-count={calendar.seasons.length}
          className="w-full min-w-[44rem] table-fixed text-body"
        >
          <thead className="border-b border-line text-left text-note text-ink-3">
            <tr>
              <th scope="col" className="w-44 px-4 py-2 font-medium md:w-60">
                {t('crops.plot')}
              </th>
              <th scope="col" className="p-0 font-medium">
                <span className="sr-only">{t('crops.season')}</span>
                <Months calendar={calendar} />
              </th>
            </tr>
          </thead>
          <tbody>
            {calendar.seasons.map((season) => (
              <SeasonRow
                key={season.plant.id}
                season={season}
                share={share}
                state={model.states.value.get(season.plant.id)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Legend />
    </>
  );
}

function Months({ calendar }: { calendar: Calendar }) {
  return (
    <span aria-hidden className="flex">
      {calendar.months.map((month) => (
        <span key={month} className="flex-1 border-l border-line px-1 py-2 whitespace-nowrap">
          {monthText(month)}
        </span>
      ))}
    </span>
  );
}

interface SeasonRowProps {
  season: Season;
  /** Place of an instant, % of the width. */
  share: (at: number) => number;
  state: PlotState | undefined;
}

function SeasonRow({ season: { plant, model, start, spans }, share, state }: SeasonRowProps) {
  const crop = plantedName(plant, model);
  const stage = state?.stage && (locale.value === 'en' ? state.stage.nameEn : state.stage.name);
  const end = spans.at(-1)?.end;
  return (
    <tr data-testid="crop-season" data-id={plant.id} className="border-t border-line first:border-0">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <Link
          href={`${PATHS.agronomy}?plot=${plant.id}`}
          className="block min-h-6 truncate font-medium hover:underline"
        >
          {plant.name ?? crop}
        </Link>
        <span className="flex flex-wrap items-center gap-1.5 text-note text-ink-3">
          {crop}
          {stage && <Badge tone="leaf">{stage}</Badge>}
        </span>
      </th>
      <td className="relative h-14 p-0">
        <span
          aria-hidden
          className="absolute inset-y-0 w-px bg-alarm"
          style={{ left: `${share(presentTime())}%` }}
        />
        {spans.map((span) => (
          <Bar key={span.stage} span={span} share={share} />
        ))}
        {spans.length === 0 && (
          <span
            className="absolute top-1/2 -translate-y-1/2 border-l-2 border-leaf pl-2 text-note text-ink-2"
            style={{ left: `${share(start)}%` }}
          >
            {t('crops.season.unknown', { date: dayText(start) })}
          </span>
        )}
        {end !== undefined && (
          <span className="sr-only">
            {t('crops.season.text', { from: dayText(start), to: dayText(end) })}
          </span>
        )}
      </td>
    </tr>
  );
}

function Bar({ span: { stage, start, end }, share }: { span: Span; share: (at: number) => number }) {
  const left = share(start);
  return (
    <span
      aria-hidden
      title={`${t(`crops.stage.${stage}`)} · ${dayText(start)} – ${dayText(end)}`}
      className="absolute top-4 h-6 border-r border-raised first-of-type:rounded-l-full"
      style={{ left: `${left}%`, width: `${share(end) - left}%`, background: COLOURS[stage] }}
    />
  );
}

function Legend() {
  return (
    <div className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-note text-ink-2">
      {(['initial', 'development', 'mid', 'late'] as const).map((stage) => (
        <span key={stage} className="flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-sm" style={{ background: COLOURS[stage] }} />
          {t(`crops.stage.${stage}`)}
        </span>
      ))}
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-3 w-px bg-alarm" />
        {t('crops.today')}
      </span>
      <p className="basis-full text-ink-3">{t('crops.plan.hint')}</p>
    </div>
  );
}
