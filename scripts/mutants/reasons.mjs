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
  ...['#sweep', 'MINUTE_MS', 'of this.#buckets'].map((code) => ({
    file: `${SERVER}/platform/limits/token-buckets.ts`,
    code,
    because: 'equivalent: a full bucket is like none, it only takes memory',
  })),
  ...[
    'MAX_REMEMBERED',
    '=== undefined) {',
    '.set(',
    '!Number.isNaN(offset)',
    'atStart ===',
    'return known',
  ].map((code) => ({ file: `${AGRONOMY}/local-calendar.ts`, code, because: IS_REMEMBERED })),
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
];
