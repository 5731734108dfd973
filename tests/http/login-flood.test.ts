import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordCost } from '../../apps/server/src/features/users/passwords.ts';
import { farm, type Farm } from '../support/farm.ts';
import { insertMember } from '../support/members.ts';
import { waitFor } from '../support/wait.ts';

// Many addresses guess the password of one account at the same time. To check a password takes a core for a moment.

const GUESSES = 200;
/** Passwords of one account that wait; one more displaces the oldest. */
const WAITING = 60;

let server: Farm;
/** The suite's hashes are cheap; here their real cost is the fact. */
const { memory } = passwordCost;
beforeAll(async () => {
  passwordCost.memory = 19_456;
  server = await farm({ settings: { FARM3D_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  passwordCost.memory = memory;
  await server?.stop();
});

const login = (username: string, password: string, address: string): Promise<Response> =>
  fetch(`${server.baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password }),
  });

it('while 200 addresses guess a password, its owner logs in at an address of theirs, and others anywhere', async () => {
  await insertMember(server, { username: 'mei', roles: ['viewer'] });
  const home = '198.51.100.7';
  expect((await login('admin', server.adminPassword, home)).status).toBe(200);

  const answers: Response[] = [];
  const guesses = Array.from({ length: GUESSES }, async (_, n) => {
    answers.push(await login('admin', `wrong-${n}`, `203.0.${n}.1`));
  });
  try {
    await waitFor(() => answers.length > 0, { what: 'the first guess to be answered' });
    // No cookie of a known device is sent.
    const owner = await login('admin', server.adminPassword, home);
    // The guesses wait for the owner, not the owner for them.
    expect(answers.length).toBeLessThan(GUESSES);
    const other = await login('mei', server.adminPassword, '192.0.2.9');
    expect([owner.status, other.status]).toEqual([200, 200]);
  } finally {
    await Promise.all(guesses);
  }
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([401, 429]);
  for (const answer of answers)
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});

it('guesses at the address of the owner itself do not pass for the owner', async () => {
  const office = '198.51.100.8';
  await insertMember(server, { username: 'lin', roles: ['viewer'] });
  expect((await login('lin', server.adminPassword, office)).status).toBe(200);
  let answered = 0;
  const guesses = Array.from({ length: 2 * WAITING }, async (_, n) => {
    await login('lin', `wrong-${n}`, office);
    answered += 1;
  });
  // Ten of them count as a person who mistypes; the others wait behind people.
  expect((await login('mei', server.adminPassword, '192.0.2.10')).status).toBe(200);
  await waitFor(() => answered >= WAITING, { what: 'no more guesses to come than may wait' });
  expect((await login('lin', server.adminPassword, office)).status).toBe(200);
  await Promise.all(guesses);
});
