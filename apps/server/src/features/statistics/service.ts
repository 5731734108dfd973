import type { DeviceStatistics } from '@farm3d/api';
import type { Pool } from 'pg';
import { numbersByDay, type DayCount } from './day-numbers.ts';

/** Parts of the devices that are counted apart. */
type Partition = 'all' | 'type' | 'group' | 'area';

/** Range of a statistic. */
interface StatisticsRange {
  readonly by: Partition;
  /** Days with today. */
  readonly days: number;
  /** IANA name. */
  readonly timeZone: string;
}

interface Dependencies {
  readonly pool: Pool;
  /** Epoch ms before which hours are stored. */
  readonly rolledUntil: () => number;
  /** Codes of the areas of the region map, by the ids of the devices in them. */
  readonly areasOf: (organisationId: string) => Promise<ReadonlyMap<string, string>>;
}

/** Parts and when a device came to each: relations of (part, key, since) over `own`. */
const MEMBERS: Readonly<Record<Partition, string>> = {
  all: `select '' as part, own.key, own.created_at as since from own`,
  type: `select own.type as part, own.key, own.created_at as since from own`,
  // A group has the devices of those inside it, too.
  group: `select coalesce(inside.part::text, '') as part, own.key, greatest(own.created_at, min(m.created_at)) as since
    from own left join device_group_member m on m.device_id = own.id left join inside on inside.id = m.group_id
    group by 1, own.key, own.created_at`,
  area: `select coalesce(a.code, '') as part, own.key, own.created_at as since
    from own left join unnest($6::uuid[], $7::text[]) as a(id, code) on a.id = own.id`,
};

/**
 * $1 organisation, $2 begins of the days, $3 begin of the first, $4 until when hours are stored, $5 now. Hours that changed
 * since they were stored, and those not stored yet, are counted from the messages.
 */
const countsSql = (by: Partition): string => `
  with recursive own as (
    select d.id, d.key, d.created_at, p.product_type_code as type
    from device d join product_model p on p.id = d.product_model_id where d.organisation_id = $1
  ), inside (part, id) as (
    select id, id from device_group where organisation_id = $1
    union select inside.part, g.id from inside join device_group g on g.parent_id = inside.id
  ), member as (${MEMBERS[by]}), volume as (
    select device, day, sum(messages)::float8 as messages from (
      select h.device, width_bucket(h.at, $2::timestamptz[]) as day, h.messages
      from own join ts_hour_messages h on h.device = own.key and h.at >= $3 and h.at < $4
      where not exists (select from ts_stale s where s.device = h.device and s.hour = h.at)
      union all
      select m.device, width_bucket(m.ts, $2::timestamptz[]), 1
      from own join ts_stale s on s.device = own.key and s.hour >= $3 and s.hour < $4
      join ts_message m on m.device = s.device and m.ts >= s.hour and m.ts < s.hour + interval '1 hour'
      union all
      select m.device, width_bucket(m.ts, $2::timestamptz[]), 1
      from own cross join lateral ts_readings(own.key, $4, $5, '{}') m
    ) as counted group by device, day
  )
  select part, day, sum(added)::int as added, sum(reporting)::int as reporting, sum(messages)::float8 as messages from (
    select part, width_bucket(since, $2::timestamptz[]) as day, count(*) as added, 0 as reporting, 0 as messages
    from member group by 1, 2
    union all
    select member.part, volume.day, 0,
      count(*) filter (where volume.day >= width_bucket(member.since, $2::timestamptz[])), sum(volume.messages)
    from volume join member on member.key = volume.device group by 1, 2
  ) as counted group by part, day`;

/** Numbers of devices and messages by local day. */
export class DeviceStatisticsService {
  readonly #needs: Dependencies;

  constructor(needs: Dependencies) {
    this.#needs = needs;
  }

  /** @param now epoch ms: the end of the last day's numbers */
  async byDay(organisationId: string, range: StatisticsRange, now: number): Promise<DeviceStatistics> {
    const { pool, rolledUntil, areasOf } = this.#needs;
    const days = await this.#days(range, now);
    const start = days[0]?.at ?? now;
    const values: unknown[] = [
      organisationId,
      days.map(({ at }) => new Date(at)),
      new Date(start),
      new Date(Math.max(start, Math.min(rolledUntil(), now))),
      new Date(now),
    ];
    if (range.by === 'area') {
      const areas = await areasOf(organisationId);
      values.push([...areas.keys()], [...areas.values()]);
    }
    const { rows } = await pool.query<DayCount>(countsSql(range.by), values);
    return { days: days.map(({ date }) => date), parts: numbersByDay(rows, days.length) };
  }

  /** The local days, today the last, with the instants at which they begin, epoch ms. */
  async #days({ days, timeZone }: StatisticsRange, now: number): Promise<{ at: number; date: string }[]> {
    const { rows } = await this.#needs.pool.query<{ at: number; date: string }>(
      `select (extract(epoch from d at time zone $2) * 1000)::float8 as at, to_char(d, 'YYYY-MM-DD') as date
       from generate_series(date_trunc('day', $1::timestamptz at time zone $2) - make_interval(days => $3::int - 1),
         date_trunc('day', $1::timestamptz at time zone $2), interval '1 day') as d`,
      [new Date(now), timeZone, days],
    );
    return rows;
  }
}
