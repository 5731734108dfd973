import { feedback } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { FeedbackRepository, FeedbackRow } from './repository.ts';

interface Dependencies {
  readonly feedback: FeedbackRepository;
  readonly photos: Pick<ImageReferences, 'show' | 'take'>;
}

/** `/system/feedback`: the caller's own feedback. */
export function feedbackRoutes({ feedback: repository, photos }: Dependencies): ServedCall[] {
  const toResponse = (row: FeedbackRow): FeedbackRow => ({ ...row, photos: row.photos.map(photos.show) });
  return [
    serve(feedback.list, async ({ principal }) => {
      const { items, total } = await repository.list(principal);
      return { items: items.map(toResponse), total };
    }),
    serve(feedback.create, async ({ c, principal, body }) =>
      toResponse(await repository.create(principal, { ...body, photos: await photos.take(c, body.photos) })),
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
