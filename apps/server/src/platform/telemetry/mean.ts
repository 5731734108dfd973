/**
 * SQL of a mean; 0 where the total is so small that the database would refuse the quotient.
 * @param total expression of the sum; @param count of how many numbers it is, above 0
 */
export const mean = (total: string, count: string): string =>
  `case when abs(${total}) < 1e-290 then 0 else ${total} / ${count} end`;
