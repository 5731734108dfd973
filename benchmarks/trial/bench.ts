// A setting and a linkage tried on 30 days of 100 devices: ten-minute messages of five keys, raw values.
// npm run bench -- trial [--json FILE] [--devices N] [--minutes N] [--rounds N]
import { startServer } from '../../tests/support/server.ts';
import { benchOptions, type Check, finish, median, type Ratio, type Row, runOnTwoCores } from '../result.ts';

const { values: options } = benchOptions({ devices: '100', minutes: '10', rounds: '7' });
const DEVICES = Number(options.devices);
const DAYS = 30;
const STEP_MS = Number(options.minutes) * 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const KEYS = ['soilMoisture20', 'soilMoisture40', 'soilTemperature20', 'batteryVoltage', 'rssi'] as const;
/** What a person at the screen waits for, seconds; of the size that the bound names. */
const MOST_SECONDS = 2;
const isStandard = DEVICES === 100 && options.minutes === '10';
const MESSAGES = DEVICES * DAYS * (DAY_MS / STEP_MS);

/** A day's curve with noise: below 30 in most nights, for hours, and crossing the bound several times. */
const CURVE = `round((30 + 10 * sin(2 * pi() * extract(epoch from ts)::float8 / 86400 + d * 0.7)
  + 4 * sin(extract(epoch from ts)::float8 * (d + 3) * 0.0137))::numeric, 1)`;

/** The last messages are those of before the run: up to two steps may have gone by since. */
const isWhole = (messages: number): boolean => messages >= MESSAGES - 3 * DEVICES;

runOnTwoCores();
const server = await startServer({ env: { FARM3D_LOG_LEVEL: 'error' } });
const checks: Check[] = [];
const rows: Row[] = [];
const ratios: Ratio[] = [];
try {
  const api = await server.client();
  // Past readings lie in partitions of their days, as the server makes them.
  const endTs = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  // An hour more than the calls try: their 30 days begin later, and end now.
  const startTs = endTs - DAYS * DAY_MS - HOUR_MS;
  for (let n = 0; n < DEVICES; n += 1)
    await api.devices.create({ name: `土壤${n}`, productModelCode: 'TQ-3L' });
  for (let at = Math.floor(startTs / DAY_MS) * DAY_MS; at < endTs; at += DAY_MS) {
    const [day, next] = [at, at + DAY_MS].map((ts) => new Date(ts).toISOString().slice(0, 10));
    await server.sql(`create table if not exists ts_message_${String(day).replaceAll('-', '')}
      partition of ts_message for values from ('${day} 00:00+00') to ('${next} 00:00+00')`);
  }
  await server.sql(
    `insert into ts_message (device, ts, values)
     select d, ts, jsonb_build_object('${KEYS[0]}', ${CURVE}, '${KEYS[1]}', ${CURVE} + 5, '${KEYS[2]}', ${CURVE} / 2,
       '${KEYS[3]}', 3.6, '${KEYS[4]}', -70 - d % 9)
     from generate_series(to_timestamp($1), to_timestamp($2), $3::float8 * interval '1 ms') as ts,
       (select key as d from device) as device
     where ts < to_timestamp($2) order by ts, d`,
    [startTs / 1000, endTs / 1000, STEP_MS],
  );
  await server.sql('vacuum (analyze) ts_message');
  const [stored] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
  checks.push({ what: `there are ${stored?.n} messages`, ok: Number(stored?.n) >= MESSAGES });
  const model = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-3L')?.id ?? '';

  const below = (key: string, value: number) => ({ key, op: '<' as const, value, hysteresis: 3 });
  const settings = {
    'one of the keys': below(KEYS[0], 25),
    'all five keys': {
      any: [
        below(KEYS[0], 25),
        below(KEYS[1], 30),
        below(KEYS[2], 12),
        below(KEYS[3], 0.5),
        below(KEYS[4], -90),
      ],
    },
  };
  for (const [subject, condition] of Object.entries(settings)) {
    const took: number[] = [];
    let alarms = 0;
    // The first round warms up and is dropped.
    for (let round = 0; round <= Number(options.rounds); round += 1) {
      const began = performance.now();
      const tried = await api.alarmTrials.ofProduct(model, {
        condition,
        durationMs: 3 * STEP_MS,
        clearDurationMs: STEP_MS,
      });
      if (round > 0) took.push(performance.now() - began);
      alarms = tried.alarms;
      if (!isWhole(tried.messages) || tried.devices !== DEVICES)
        checks.push({ what: `${subject}: every message is tried (${tried.messages})`, ok: false });
    }
    checks.push({ what: `${subject}: alarms are found (${alarms})`, ok: alarms > DEVICES });
    rows.push({ subject, metric: 'ms over HTTP', samples: took, size: MESSAGES });
    const ratio = median(took) / 1_000;
    ratios.push({
      what: `a setting of ${subject} tried on ${MESSAGES} messages, s over HTTP`,
      ratio,
      ...(isStandard && { most: MOST_SECONDS }),
    });
  }

  // An automation that any of the devices sets off.
  const devices = (await api.devices.list({ pageSize: 200 })).items;
  const condition = { any: devices.map(({ id }) => ({ deviceId: id, ...below(KEYS[0], 25) })) };
  const took: number[] = [];
  let fired = 0;
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const began = performance.now();
    const tried = await api.linkages.tryOut({ trigger: { type: 'telemetry' }, condition });
    if (round > 0) took.push(performance.now() - began);
    fired = tried.fired;
    if (!isWhole(tried.messages))
      checks.push({ what: `every message of the linkage is tried (${tried.messages})`, ok: false });
  }
  checks.push({ what: `the linkage would have run (${fired})`, ok: fired > 0 });
  rows.push({
    subject: 'a linkage of all devices',
    metric: 'ms over HTTP',
    samples: took,
    size: MESSAGES,
  });
  ratios.push({
    what: `a linkage of ${DEVICES} devices tried on ${MESSAGES} messages, s over HTTP`,
    ratio: median(took) / 1_000,
    ...(isStandard && { most: MOST_SECONDS }),
  });
} finally {
  await server.stop();
}
finish('trial', options.json, { rows, ratios, checks });
