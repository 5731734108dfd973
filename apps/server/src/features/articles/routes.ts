import { articles } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ArticleKind, ArticleRepository, ArticleRow } from './repository.ts';

interface Dependencies {
  readonly articles: ArticleRepository;
  readonly products: Pick<ProductModelRepository, 'get'>;
  readonly photos: Pick<ImageReferences, 'shownTo' | 'takeOne'>;
}

/** Reading `/notice`, `/tutorial` and `/api/product/instructions`; writing `/article`. */
export function articleRoutes({ articles: kept, products, photos }: Dependencies): ServedCall[] {
  const toResponse = (row: ArticleRow, principal: Principal): ArticleRow => ({
    ...row,
    cover: photos.shownTo(principal).show(row.cover),
  });
  const list = (call: (typeof articles)['notices' | 'tutorials' | 'instructions'], kind: ArticleKind) =>
    serve(call, async ({ principal, query }) => {
      const { items, total } = await kept.list(principal.organisationId, kind, query);
      return { items: items.map((row) => toResponse(row, principal)), total };
    });
  return [
    list(articles.notices, 'notice'),
    list(articles.tutorials, 'tutorial'),
    list(articles.instructions, 'instruction'),
    serve(articles.tutorial, async ({ principal, path }) => {
      const row = await kept.get(principal.organisationId, 'tutorial', path.id);
      if (!row) throw notFound();
      return toResponse(row, principal);
    }),
    serve(articles.publish, async ({ c, principal, body }) => {
      const { productModel, cover = null, ...text } = body;
      if (productModel && !(await products.get(principal.organisationId, productModel))) throw notFound();
      const values = {
        ...text,
        cover: await photos.takeOne(c, 'cover', cover),
        product_model_id: productModel,
        created_by: principal.userId,
      };
      return toResponse(await kept.create(principal.organisationId, values), principal);
    }),
    serve(articles.remove, async ({ principal, path }) => {
      if (!(await kept.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
