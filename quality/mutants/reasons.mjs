const ENGINE = 'packages/farm3d-engine/src';
const VALIDATION = 'packages/api/src/validation';

const GEO = `${ENGINE}/geo`;
const SERVER = 'apps/server/src';

const AGRONOMY = 'packages/agronomy/src';

const IS_REMEMBERED = 'equivalent: what is remembered is computed anew, slower, or cleared later or earlier';
const IS_SLOWER = 'equivalent: the general way gives the same, slower';
const ONLY_MORE = 'equivalent: more room is reserved, or earlier';
const ONE_OF_SEVERAL = 'equivalent: one of several places in its quarter of the world';
const RING_DECIDES = 'equivalent: the ring decides in the same way; the box is only faster';

const HAS_LIMIT = 'equivalent: a field of this type always has a limit; the check is for the compiler';

/** Reasons of a file: part of a line, and why. */
const of = (file, ...rows) => rows.map(([code, because]) => ({ file, code, because }));

/**
 * Why a mutant may survive. `code`: part of its line; `to`: part of what the page says about it (default: each of the
 * line). It goes on counting as missed.
 */
export const REASONS = [
  {
    file: `${SERVER}/platform/heap-growth.ts`,
    code: '',
    because: 'its test runs it in a process of its own, which Stryker does not see',
  },
  ...['MAX_REMEMBERED', '.set(', '!Number.isNaN(offset)', 'atStart ===', 'return known'].map((code) => ({
    file: `${AGRONOMY}/local-calendar.ts`,
    code,
    because: IS_REMEMBERED,
  })),
  {
    file: `${ENGINE}/tools/child-frames.ts`,
    code: 'this.show([])',
    because: 'equivalent: no child scene has that id',
  },
  {
    file: `${ENGINE}/document/commands/set-transform.ts`,
    code: 'merge === undefined ? {}',
    to: 'ConditionalExpression false',
    because: 'equivalent: `merge: undefined` is read like no `merge`',
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: "locale: Locale = 'zh-CN'",
    because: 'equivalent: every language but English is Chinese',
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: 'n === undefined ? {}',
    because: 'equivalent: a value that is undefined is left in its place like a missing one',
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: 'return limit !== undefined &&',
    to: 'ConditionalExpression true',
    because: HAS_LIMIT,
  },
  {
    file: `${VALIDATION}/field-rules.ts`,
    code: 'T00:00:00Z',
    to: 'Regex',
    because: 'equivalent: Date does not read more than a date before its time either',
  },
  ...['148:36', '160:36'].map((to) => ({
    file: `${VALIDATION}/field-rules.ts`,
    code: 'limit === undefined',
    to,
    because: HAS_LIMIT,
  })),
  {
    file: `${ENGINE}/document/patch.ts`,
    code: 'parentId !== undefined && hasParent',
    to: 'ConditionalExpression true',
    because: 'equivalent: no child scene has the id undefined',
  },
  {
    file: `${ENGINE}/core/emitter.ts`,
    code: "'abort', abort, { once: true }",
    because: 'equivalent: a signal is aborted once',
  },
  {
    file: `${GEO}/geojson-reader.ts`,
    code: 'Ends: number[] = []',
    because: 'equivalent: set before each geometry',
  },
  {
    file: `${GEO}/geojson-reader.ts`,
    code: 'decimals = at - firstDecimal',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/geojson-reader.ts`,
    code: 'digits > MAX_DIGITS',
    to: 'ConditionalExpression true',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/geojson-reader.ts`,
    code: 'digits > MAX_DIGITS',
    to: 'digits >= MAX_DIGITS',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/build-regions.ts`,
    code: "properties?.['center']",
    to: 'OptionalChaining',
    because: 'equivalent: a feature without properties has no name and is skipped before',
  },
  {
    file: `${GEO}/coarse-regions.ts`,
    code: '!(cell > 0)',
    to: 'cell >= 0',
    because: 'equivalent: no region is a point',
  },
  {
    file: `${GEO}/coarse-regions.ts`,
    code: 'const isStraight',
    to: '>= 0',
    because: 'equivalent: points that follow each other are different',
  },
  {
    file: `${GEO}/polygon-projector.ts`,
    code: 'let isPlain = stream === null',
    to: 'ConditionalExpression false',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/polygon-projector.ts`,
    code: 'isPlain = isPlain && properties.isPlain',
    to: 'ConditionalExpression false',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/polygon-projector.ts`,
    code: 'if (isPlain) {',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/polygon-projector.ts`,
    code: 'if (mercator) {',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/polygon-projector.ts`,
    code: 'const pair',
    because: 'equivalent: both numbers are set before it is read',
  },
  {
    file: `${GEO}/projection.ts`,
    code: '[0, 0],',
    to: 'ArrayDeclaration',
    because: ONE_OF_SEVERAL,
  },
  {
    file: `${GEO}/projection.ts`,
    code: '[12.5, 41.25]',
    to: 'ArrayDeclaration',
    because: ONE_OF_SEVERAL,
  },
  {
    file: `${GEO}/projection.ts`,
    code: '[73.5, 18]',
    to: 'ArrayDeclaration',
    because: ONE_OF_SEVERAL,
  },
  {
    file: `${GEO}/projection.ts`,
    code: '[105.16353, 31.635225],',
    to: 'ArrayDeclaration',
    because: ONE_OF_SEVERAL,
  },
  {
    file: `${GEO}/projection.ts`,
    code: '[135, 53.5]',
    to: 'ArrayDeclaration',
    because: ONE_OF_SEVERAL,
  },
  {
    file: `${GEO}/projection.ts`,
    code: 'Object.is(a, b) ||',
    to: 'Math.abs(a - b) < ',
    because: 'equivalent: a difference is never exactly the tolerance',
  },
  {
    file: `${GEO}/projection.ts`,
    code: 'const isPlainMercator',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/projection.ts`,
    code: 'mercator: isPlainMercator &&',
    to: '213:15 ConditionalExpression false',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/projection.ts`,
    code: 'function mercatorCoefficients',
    to: 'BlockStatement',
    because: IS_SLOWER,
  },
  {
    file: `${GEO}/projection.ts`,
    code: 'if (!zero || !other) return null',
    because: 'equivalent: Mercator is defined at both; without the numbers, the general way',
  },
  {
    file: `${GEO}/growable.ts`,
    code: 'this.#length === this.array.length',
    to: 'ConditionalExpression true',
    because: ONLY_MORE,
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'at + 2 > positions.array.length',
    because: ONLY_MORE,
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'vertices.reserve(end - start)',
    because: ONLY_MORE,
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'if (holeStarts.length > 0) reopen',
    because: 'equivalent: without holes the closing vertex is not triangulated',
  },
  {
    file: `${GEO}/box-index.ts`,
    code: 'depth < levelEnds.length',
    because: 'equivalent: a level that does not exist has no nodes',
  },
  {
    file: `${GEO}/box-index.ts`,
    code: 'i < count',
    because: 'equivalent: nothing is behind the last',
  },
  {
    file: `${GEO}/box-index.ts`,
    code: 'const middle',
    to: '2 - axis',
    because: 'equivalent: by their lower edges, boxes are found all the same',
  },
  {
    file: `${GEO}/region-finder.ts`,
    code: '#found = -1;',
    to: 'UnaryOperator',
    because: 'equivalent: set before each search',
  },
  {
    file: `${GEO}/region-finder.ts`,
    code: 'polygonBoxes[box]!',
    because: RING_DECIDES,
  },
  {
    file: `${GEO}/region-finder.ts`,
    code: 'polygonBoxes[box + 2]!',
    because: RING_DECIDES,
  },
  {
    file: `${GEO}/region-finder.ts`,
    code: 'const box = polygon * 4',
    because: RING_DECIDES,
  },
  {
    file: `${GEO}/region-finder.ts`,
    code: 'this.#found < 0 &&',
    because: 'equivalent: regions do not overlap',
  },
  {
    file: `${GEO}/region-finder.ts`,
    code: 'if (d.y >= 0 || o.y <= 0)',
    to: 'd.y > 0',
    because: 'equivalent: a level ray ends nowhere',
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'lastRing === firstRing',
    to: 'ConditionalExpression false',
    because: 'no ring that d3 leaves is smaller than the numbers can tell',
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'const isFlat',
    to: 'covered < ',
    because: 'equivalent: an area is never exactly the limit',
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'AREA_TOLERANCE * triangleArea',
    to: '>= AREA_TOLERANCE',
    because: 'equivalent: an area is never exactly the limit',
  },
  {
    file: `${GEO}/region-builder.ts`,
    code: 'ring <= this.#ringStarts.length',
    to: 'firstRing - 1',
    because: 'equivalent: marks again the end of a ring before',
  },
  {
    file: `${SERVER}/adapters/mqtt/topics.ts`,
    code: 'numbered?.[1]',
    to: 'OptionalChaining',
    because: 'equivalent: a topic with a number has matched',
  },
  {
    file: `${SERVER}/adapters/mqtt/proxy-protocol.ts`,
    code: 'const [, family, address',
    to: 'StringLiteral',
    because: 'equivalent: that is no address either',
  },
  {
    file: `${SERVER}/adapters/mqtt/proxy-protocol.ts`,
    code: 'if (end < 0)',
    to: 'end <= 0',
    because: 'equivalent: the line begins with PROXY',
  },
  {
    file: `${SERVER}/adapters/mqtt/proxy-protocol.ts`,
    code: 'rest.length > 0',
    to: 'rest.length >= 0',
    because: 'equivalent: no bytes are put back',
  },
  {
    file: `${SERVER}/adapters/realtime/pending-readings.ts`,
    code: 'newest.size === 0',
    because: 'equivalent: a device without values gives none; its entry is only memory',
  },
  {
    file: `${SERVER}/features/agronomy/assessments.ts`,
    code: 'latitude === null || longitude === null',
    because: 'equivalent: the equation gives nothing without a position; the check is for the compiler',
  },
  {
    file: `${SERVER}/features/agronomy/assessments.ts`,
    code: 'ts >= since - 24 * HOUR_MS',
    to: 'ConditionalExpression true',
    because: 'equivalent: the light of an evening so long ago is not used',
  },
  {
    file: `${SERVER}/features/agronomy/assessments.ts`,
    code: 'ts >= since - 24 * HOUR_MS',
    to: 'ts > since',
    because: 'equivalent: the light of an evening so long ago is not used',
  },
  {
    file: `${SERVER}/features/agronomy/assessments.ts`,
    code: "dayNumber(plot.plantDate ?? '')",
    to: 'Stryker was here',
    because: 'equivalent: that is no date either',
  },
  {
    file: `${SERVER}/features/agronomy/assessments.ts`,
    code: 'stage?.en ??',
    to: 'OptionalChaining',
    because: 'equivalent: the stage of a timeline is one of its crop',
  },
  {
    file: `${SERVER}/features/agronomy/field-sources.ts`,
    code: '(a < b ? -1 : 1)',
    to: 'a <= b',
    because: 'equivalent: each date is there once',
  },
  {
    file: `${SERVER}/features/agronomy/weather-ahead.ts`,
    code: 'if (latitude === null)',
    to: 'ConditionalExpression false',
    because: 'equivalent: the equation gives nothing without a latitude; the check is for the compiler',
  },
  {
    file: `${SERVER}/features/alarms/machine.ts`,
    code: 'input.until === null ? at : state.toldAt',
    to: 'ConditionalExpression true',
    because: 'equivalent: nothing is due while it is shelved, and the end of the shelf sets it anew',
  },
  {
    file: `${SERVER}/features/areas/area-rules.ts`,
    code: '(a.code < b.code ? -1 : 1)',
    to: 'a.code <= b.code',
    because: 'equivalent: each code is there once',
  },
  {
    file: `${SERVER}/features/auth/totp.ts`,
    code: 'while (bits >= 5)',
    to: 'bits > 5',
    because: 'equivalent: the five bits left at the end are written in the same way',
  },
  ...of(`${SERVER}/platform/limits/token-buckets.ts`, [
    'now - this.#swept < MINUTE_MS',
    'equivalent: full buckets are looked for more often',
  ]),
  ...of(
    `${SERVER}/adapters/mqtt/outside-broker.ts`,
    ['attempt += 1', 'equivalent: only the first attempt is told apart'],
    ['TOPIC.exec(topic) ?? []', 'equivalent: what is no topic has no id, which is looked at first'],
    ['attributeRequest !== undefined', 'equivalent: no other kind of topic is left'],
    ["'value' in parsed", 'equivalent: a request that is no object asks for no keys'],
  ),
  ...of(
    `${SERVER}/platform/sessions/device-sessions.ts`,
    ['timeoutMs == null', 'equivalent: null is not greater than 0, and undefined does not come'],
    ['last_activity_at?.getTime()', 'equivalent: one that never reported was not connected either'],
    ['presence.sessions.size === 0', 'equivalent: without sessions nothing is closed'],
    ['lastActivity !== null && at', 'equivalent: 1970 is longer ago than any time-out'],
  ),
  ...of(
    `${SERVER}/features/commands/device-rpc.ts`,
    ['unref()', 'it would keep a process that ends by itself; the server ends by a signal'],
    ['this.#flushing', 'equivalent: what has ended takes only memory'],
    ['this.#changes += 1', 'equivalent: the number is compared, not read'],
  ),
  ...of(
    `${AGRONOMY}/profile-forecast.ts`,
    ['trials[0] ??', 'equivalent: there are always trials'],
    ['origin <= readings.length', 'equivalent: nothing comes after the last reading'],
    ['last?.', 'equivalent: there is always a last reading'],
    ['modelled[date]', 'equivalent: each day that is asked for is modelled'],
    ['input.wettings.filter', 'equivalent: water after the last reading is in no plateau'],
    ['Math.abs(one - depth) <', 'either of two probes that are equally near may be used'],
  ),
  ...of(
    `${AGRONOMY}/probe-drift.ts`,
    [
      'own === null || own === undefined',
      'equivalent: without a trend the product is 0, which is none either',
    ],
    ['.at(-1)?.day', 'equivalent: the window is never empty'],
    ['windowOf(days)[0]?.day', 'equivalent: the window is never empty'],
    ['slope * own <= 0', 'equivalent: then the lone change is 0'],
    ['before.length >= SMOOTH_DAYS', 'equivalent: with five days both are the same'],
  ),
  ...of(
    `${AGRONOMY}/field-water.ts`,
    ['limits.saturation !== null', 'equivalent: null is greater than nothing'],
    ['given(soil.waterEc)', 'equivalent: no salt changes nothing'],
    ['mm > 0', 'equivalent: it adds 0'],
    ['input.sensors ?? []', 'equivalent: a reading without a time is left out'],
  ),
  ...of(
    `${AGRONOMY}/growth.ts`,
    ['Math.exp(-k *', 'equivalent: the mirrored curve has the same ratio'],
    ['threshold <= tmin', 'equivalent: the sine has the same value there'],
    ['index < lastIndex &&', 'equivalent: what is beyond the last is Infinity'],
    ['heat.at(-1)', 'equivalent: there is always a first day'],
    ['period.startGdd <= 0', 'equivalent: 0 °C·d are reached on the first day'],
    ['last === undefined', 'equivalent: a crop has stages'],
    ['tmax === null || tmin === null', 'equivalent: degree-days take no null'],
    ['pace > 0', 'equivalent: a number by 0 is Infinity'],
  ),
  ...of(
    `${AGRONOMY}/plot-area.ts`,
    ['value.length >= 2', 'equivalent: a shorter list has no second number'],
    ['index < ring.length', 'equivalent: beyond the ring there is nothing'],
    ['!before || !own || !after', 'for the compiler: a ring has neighbours'],
    ['total += width', 'equivalent: the sign is dropped'],
    ['value.some(isRing)', 'equivalent: what is no ring has no area'],
  ),
  ...of(
    `${AGRONOMY}/dual-crop.ts`,
    ['clamp(this.#depletion - water + et + drained', 'equivalent: what drains leaves the depletion at 0'],
    ['this.#profileDepletion - water + et + drained', 'equivalent: what drains leaves the depletion at 0'],
  ),
  ...of(`${AGRONOMY}/crop-coefficient.ts`, [
    'if (day <= ini',
    'equivalent: the lines meet at the ends of the stages',
  ]),
  ...of(
    `${AGRONOMY}/soil-processes.ts`,
    ['rain <= 0.2 * storage', 'equivalent: the curve begins at 0 there'],
    ['height <= 0.01', 'equivalent: the curve is above the greatest rise there'],
  ),
  ...of(
    `${AGRONOMY}/tables.ts`,
    ['value !== null', 'equivalent: no table has a null'],
    ["'code' in item", 'equivalent: words have no sourced numbers'],
    ['head === undefined', 'equivalent: the cell was found before'],
    ['changed === null', 'equivalent: the cell was found before'],
    ['if (known)', 'equivalent: the row was found before'],
    ['?? [-1e6, 1e6]', 'equivalent: each number of the tables has its own limits'],
    ["typeof number !== 'number'", 'equivalent: what is no number is not finite'],
    ["typeof earlier !== 'number'", 'equivalent: nothing is greater or less than undefined'],
  ),
  ...of(
    `${SERVER}/platform/telemetry/batcher.ts`,
    ['once: true', 'equivalent: a signal is aborted once'],
    ['this.#queue.length > 0 &&', 'equivalent: with an empty queue nothing is sent, and the loop ends'],
    ['if (!first) break', 'for the compiler: something was sent'],
    ['removeEventListener', 'equivalent: what has ended takes only memory'],
  ),
];
