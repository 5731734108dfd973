/** One page of a list with the total count. */
export interface ListPage<T> {
  items: T[];
  total: number;
}
