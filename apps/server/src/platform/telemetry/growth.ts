/**
 * SQL of what a counter grew from one reading to the next: a fall is a reset, and the new reading counts as growth.
 * @param value expression of the reading; @param before of the one before it, null without one
 */
export const growth = (value: string, before: string): string =>
  `case when ${before} is null then 0 when ${value} >= ${before} then ${value} - ${before} else greatest(${value}, 0) end`;
