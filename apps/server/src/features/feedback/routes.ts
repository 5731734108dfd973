import { feedback, pageOf, type AnswerOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { FeedbackRepository, FeedbackRow } from './repository.ts';

interface Dependencies {
  readonly feedback: FeedbackRepository;
  readonly photos: Pick<ImageReferences, 'shownTo' | 'take'>;
}

/** `/system/feedback`: the caller's own feedback; everybody's for administrators, who answer it. */
export function feedbackRoutes({ feedback: repository, photos }: Dependencies): ServedCall[] {
  const toWire = async (
    rows: readonly FeedbackRow[],
    principal: Principal,
  ): Promise<AnswerOf<typeof feedback.answer>[]> => {
    const { show } = photos.shownTo(principal);
    const names = await repository.names(rows.flatMap(({ userId, answeredById }) => [userId, answeredById]));
    return rows.map(({ userId, answeredById, ...row }) => ({
      ...row,
      photos: row.photos.map((path) => show(path)),
      author: names.get(userId) ?? '',
      answeredBy: names.get(answeredById ?? '') ?? '',
    }));
  };
  const one = async (row: FeedbackRow, principal: Principal) => {
    const [only] = await toWire([row], principal);
    if (!only) throw notFound();
    return only;
  };
  return [
    serve(feedback.list, async ({ principal }) => {
      const { items, total } = await repository.list(principal);
      return { items: await toWire(items, principal), total };
    }),
    serve(feedback.ofEverybody, async ({ principal, query }) => {
      const { answered } = query;
      const { items, ...page } = await repository.ofEverybody(
        principal.organisationId,
        pageOf(query),
        answered,
      );
      return { items: await toWire(items, principal), ...page };
    }),
    serve(feedback.answer, async ({ principal, path, body }) => {
      const row = await repository.answer(principal, path.id, body.answer);
      if (!row) throw notFound();
      return one(row, principal);
    }),
    serve(feedback.create, async ({ c, principal, body }) => {
      const values = { ...body, photos: await photos.take(c, body.photos) };
      return one(await repository.create(principal, values), principal);
    }),
    serve(feedback.remove, async ({ principal, ids }) => {
      if (!(await repository.remove(principal, ids))) throw notFound();
      return null;
    }),
    serve(feedback.removeAll, async ({ principal }) => {
      await repository.removeAll(principal);
      return null;
    }),
  ];
}
