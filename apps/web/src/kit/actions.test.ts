import { expect, test } from 'vitest';
import { createQuestion } from './actions.ts';

test('a question is open until what it asked for has ended, and is answered once', async () => {
  const done: string[] = [];
  let end = (): void => {};
  const question = createQuestion<string>((about) => {
    done.push(about);
    return new Promise<void>((resolve) => (end = resolve));
  });
  question.ask('pump 1');
  const answered = question.confirm();
  void question.confirm();
  expect([question.asked.value, question.busy.value, done]).toEqual(['pump 1', true, ['pump 1']]);
  end();
  await answered;
  expect([question.asked.value, question.busy.value]).toEqual([null, false]);
});

test('what is asked while an earlier answer is carried out stays asked', async () => {
  let end = (): void => {};
  const question = createQuestion<string>(() => new Promise<void>((resolve) => (end = resolve)));
  question.ask('pump 1');
  const answered = question.confirm();
  question.cancel();
  question.ask('pump 2');
  end();
  await answered;
  expect(question.asked.value).toBe('pump 2');
});
