import { createApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { refusal, type Cases } from './support.ts';

// With a mail server: tests/http/password-reset.test.ts.
export const passwordResetCases: Cases<'passwordReset'> = {
  'passwordReset.offer': async ({ baseUrl }) => {
    expect(await createApiClient({ baseUrl }).passwordReset.offer()).toEqual({ available: false });
  },

  'passwordReset.request': async ({ baseUrl }) => {
    const request = createApiClient({ baseUrl }).passwordReset.request('grace@farm.example');
    expect(await refusal(request)).toMatchObject({ status: 409 });
  },

  'passwordReset.open': async ({ baseUrl }) => {
    const opened = createApiClient({ baseUrl }).passwordReset.open('f3r_of-another-day');
    expect(await refusal(opened)).toMatchObject({ status: 404 });
  },

  'passwordReset.finish': async ({ baseUrl }) => {
    const { passwordReset } = createApiClient({ baseUrl });
    const finished = passwordReset.finish('f3r_of-another-day', 'barn behind the mill');
    expect(await refusal(finished)).toMatchObject({ status: 404 });
    expect(await refusal(passwordReset.finish('f3r_x', 'short'))).toMatchObject({
      status: 400,
      field: 'password',
    });
  },
};
