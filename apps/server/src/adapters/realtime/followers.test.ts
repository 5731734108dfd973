import { expect, it } from 'vitest';
import { Followers } from './followers.ts';

it('finds each listener once, by id or by organisation, and never one of another organisation', () => {
  const followers = new Followers<string>();
  followers.follow('device', 'one');
  followers.follow('device', 'both');
  followers.followAll('ours', 'both');
  followers.followAll('ours', 'all');
  followers.followAll('theirs', 'foreign');
  expect([...followers.of('device', 'ours')].sort()).toEqual(['all', 'both', 'one']);
  expect([...followers.of('other', 'ours')].sort()).toEqual(['all', 'both']);
});

it('keeps nothing of those who left', () => {
  const followers = new Followers<string>();
  followers.follow('device', 'one');
  followers.follow('device', 'one');
  followers.followAll('ours', 'one');
  followers.unfollow('device', 'one');
  followers.unfollow('never', 'one');
  followers.unfollowAll('ours', 'one');
  expect(followers.size).toBe(0);
  expect([...followers.of('device', 'ours')]).toEqual([]);
});
