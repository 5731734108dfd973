import { expect, test } from 'vitest';
import { callQuery, EMPTY_QUERY, formatQuery, isFiltered, parseQuery, type ListQuery } from './list-query.ts';

const QUERY: ListQuery = {
  name: '墒情 1&2',
  model: 'TQ-3L',
  group: 'g',
  area: '7',
  map: '12',
  state: 'offline',
  silence: 'day',
  sort: 'lastActivityTime',
  isDescending: true,
  columns: ['state', 'id'],
  isOnMap: true,
};

test('the address of a list contains all settings that differ from the default', () => {
  expect(parseQuery(formatQuery(QUERY))).toEqual(QUERY);
  expect(formatQuery(EMPTY_QUERY)).toBe('');
  expect(parseQuery('')).toEqual(EMPTY_QUERY);
});

test('unknown names in an address are ignored', () => {
  expect(parseQuery('state=x&silent=never&sort=colour&columns=state,x')).toEqual({
    ...EMPTY_QUERY,
    columns: ['state'],
  });
});

test('the call gets the filters that are set, and the start of the inactivity', () => {
  expect(callQuery(QUERY, 90_000_000)).toEqual({
    name: '墒情 1&2',
    productModelCode: 'TQ-3L',
    groupId: 'g',
    areaCode: '7',
    mapCode: '12',
    online: false,
    inactiveSince: 3_600_000,
    sortProperty: 'lastActivityTime',
    sortOrder: 'DESC',
  });
  expect(callQuery(EMPTY_QUERY, 0)).toEqual({ sortProperty: 'name', sortOrder: 'ASC' });
  expect([isFiltered(EMPTY_QUERY), isFiltered({ ...EMPTY_QUERY, name: ' ' }), isFiltered(QUERY)]).toEqual([
    false,
    false,
    true,
  ]);
});
