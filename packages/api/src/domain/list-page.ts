/** One page of a list and how many there are in all. */
export interface ListPage<T> {
  items: T[];
  total: number;
}
