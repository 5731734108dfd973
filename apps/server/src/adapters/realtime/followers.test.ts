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

it('who leaves takes nobody along', () => {
  const followers = new Followers<string>();
  for (const listener of ['one', 'two']) {
    followers.follow('device', listener);
    followers.followAll('ours', listener);
  }
  followers.unfollow('device', 'never');
  followers.unfollow('device', 'one');
  followers.unfollowAll('ours', 'one');
  expect([...followers.of('device', 'theirs')]).toEqual(['two']);
  expect([...followers.of('other', 'ours')]).toEqual(['two']);
  expect(followers.size).toBe(2);
  // The last one of the device leaves; the organisation still has a listener.
  followers.unfollow('device', 'two');
  expect(followers.size).toBe(1);
});
