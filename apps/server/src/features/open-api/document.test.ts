import { CALLS, parametersOf, PARAMETERS, type Call } from '@farm3d/api';
import { expect, it } from 'vitest';
import { ALL_CALLS, openApiDocument } from './document.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly 'x-right'?: string;
}

const operations = (locale: 'zh-CN' | 'en'): Operation[] => {
  const { paths } = openApiDocument(ALL_CALLS, { zh: '全部', en: 'all' }, locale);
  return Object.values(paths).flatMap((methods) => Object.values(methods)) as Operation[];
};

it.each(['zh-CN', 'en'] as const)('describes every call and every parameter (%s)', (locale) => {
  const all = operations(locale);
  expect(all.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  const isText = (text: string | undefined) => /\p{L}{2}/u.test(text ?? '');
  const silent = all.flatMap(({ operationId, summary, parameters = [] }) => [
    ...(isText(summary) ? [] : [operationId]),
    ...parameters
      .filter(({ description }) => !isText(description))
      .map(({ name }) => `${operationId} ${name}`),
  ]);
  expect(silent).toEqual([]);
  const chinese = all.filter(({ summary }) => /\p{Script=Han}/u.test(summary));
  expect(chinese).toHaveLength(locale === 'en' ? 0 : all.length);
});

it('keeps no text for a parameter that no call has', () => {
  const named = new Set(
    operations('en').flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
  );
  expect(Object.keys(PARAMETERS).filter((name) => !named.has(name))).toEqual([]);
});

it('every parameter that a call describes is in its path', () => {
  for (const { path, parameters = {} } of ALL_CALLS as Call[])
    expect(parametersOf(path)).toEqual(expect.arrayContaining(Object.keys(parameters)));
});
