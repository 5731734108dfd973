import { articles } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ArticleKind, ArticleRepository, ArticleRow } from './repository.ts';

interface Dependencies {
  readonly articles: ArticleRepository;
  readonly products: Pick<ProductModelRepository, 'get'>;
  readonly photos: Pick<ImageReferences, 'show' | 'takeOne'>;
}

/** Reading `/notice`, `/tutorial` and `/api/product/instructions`; writing `/article`. */
export function articleRoutes({ articles: kept, products, photos }: Dependencies): ServedCall[] {
  const toResponse = (row: ArticleRow): ArticleRow => ({ ...row, cover: photos.show(row.cover) });
  const list = (call: (typeof articles)['notices' | 'tutorials' | 'instructions'], kind: ArticleKind) =>
    serve(call, async ({ principal, query }) => {
      const { items, total } = await kept.list(principal.organisationId, kind, query);
      return { items: items.map(toResponse), total };
    });
  return [
    list(articles.notices, 'notice'),
    list(articles.tutorials, 'tutorial'),
    list(articles.instructions, 'instruction'),
    serve(articles.tutorial, async ({ principal, path }) => {
      const row = await kept.get(principal.organisationId, 'tutorial', path.id);
      if (!row) throw notFound();
      return toResponse(row);
    }),
    serve(articles.publish, async ({ c, principal, body }) => {
      const { productModel, cover = null, ...text } = body;
      if (productModel && !(await products.get(productModel))) throw notFound();
      const values = {
        ...text,
        cover: await photos.takeOne(c, 'cover', cover),
        product_model_id: productModel,
        created_by: principal.userId,
      };
      return toResponse(await kept.create(principal.organisationId, values));
    }),
    serve(articles.remove, async ({ principal, path }) => {
      if (!(await kept.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
