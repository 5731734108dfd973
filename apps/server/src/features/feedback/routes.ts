import { feedback } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { FeedbackRepository, FeedbackRow } from './repository.ts';

interface Dependencies {
  readonly feedback: FeedbackRepository;
  readonly photos: Pick<ImageReferences, 'shownTo' | 'take'>;
}

/** `/system/feedback`: the caller's own feedback. */
export function feedbackRoutes({ feedback: repository, photos }: Dependencies): ServedCall[] {
  const toResponse = (row: FeedbackRow, principal: Principal): FeedbackRow => {
    const { show } = photos.shownTo(principal);
    return { ...row, photos: row.photos.map((path) => show(path)) };
  };
  return [
    serve(feedback.list, async ({ principal }) => {
      const { items, total } = await repository.list(principal);
      return { items: items.map((row) => toResponse(row, principal)), total };
    }),
    serve(feedback.create, async ({ c, principal, body }) => {
      const values = { ...body, photos: await photos.take(c, body.photos) };
      return toResponse(await repository.create(principal, values), principal);
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
