import { createApiClient } from '@farm3d/api';
import { expect } from 'vitest';
import { refusal, type Cases } from './support.ts';

// With a provider: tests/http/single-sign-on.test.ts.
export const singleSignOnCases: Cases<'singleSignOn'> = {
  'singleSignOn.offer': async ({ baseUrl }) => {
    expect(await createApiClient({ baseUrl }).singleSignOn.offer()).toEqual({ name: null });
  },

  'singleSignOn.start': async ({ baseUrl }) => {
    const start = createApiClient({ baseUrl }).singleSignOn.start({});
    expect(await refusal(start)).toMatchObject({ status: 404 });
  },

  'singleSignOn.callback': async ({ baseUrl }) => {
    const callback = createApiClient({ baseUrl }).singleSignOn.callback({ code: 'x', state: 'y' });
    expect(await refusal(callback)).toMatchObject({ status: 404 });
  },
};
