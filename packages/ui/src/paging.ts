/** Number of pages; at least one. */
export function pageCount(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** Items of a page, counted from 0. */
export function pageOf<Item>(items: readonly Item[], page: number, perPage: number): readonly Item[] {
  return items.slice(page * perPage, (page + 1) * perPage);
}
