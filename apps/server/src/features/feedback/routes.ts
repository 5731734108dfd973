import { feedback } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Photos } from '../files/photos.ts';
import type { FeedbackRepository, FeedbackRow } from './repository.ts';

interface Needs {
  readonly feedback: FeedbackRepository;
  readonly photos: Pick<Photos, 'show' | 'take'>;
}

/** `/system/feedback`: the caller's own feedback. */
export function feedbackRoutes({ feedback: repository, photos }: Needs): ServedCall[] {
  const shown = (row: FeedbackRow): FeedbackRow => ({ ...row, photos: row.photos.map(photos.show) });
  return [
    serve(feedback.list, async ({ principal }) => {
      const { items, total } = await repository.list(principal);
      return { items: items.map(shown), total };
    }),
    serve(feedback.create, async ({ c, principal, body }) =>
      shown(await repository.create(principal, { ...body, photos: await photos.take(c, body.photos) })),
    ),
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
