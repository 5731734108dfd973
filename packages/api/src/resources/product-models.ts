import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { AttributeType, ProductAttribute, ProductModel } from '../domain/product-model.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeProductAttribute, decodeProductModel, encodeAttributeType } from '../wire/product-model.ts';

export interface ProductModelsResource {
  list(options?: RequestOptions): Promise<ListPage<ProductModel>>;
  get(id: string, options?: RequestOptions): Promise<ProductModel>;
  /** Enabled attributes unless `enabled` is false (Spec §9: state filter 1). */
  attributes(
    id: string,
    query?: { type?: AttributeType; enabled?: boolean },
    options?: RequestOptions,
  ): Promise<ListPage<ProductAttribute>>;
}

export function createProductModelsResource(http: Http): ProductModelsResource {
  return {
    list: ({ signal } = {}) =>
      http.call('productModels.list', { signal }, (data) => decodeList(data, decodeProductModel)),
    get: (id, { signal } = {}) =>
      http.call('productModels.get', { path: { id }, signal }, decodeProductModel),
    attributes: (id, { type, enabled = true } = {}, { signal } = {}) =>
      http.call(
        'productModels.attributes',
        {
          path: { id },
          query: {
            state: enabled ? 1 : 0,
            attributeType: type === undefined ? undefined : encodeAttributeType(type),
          },
          signal,
        },
        (data) => decodeList(data, decodeProductAttribute),
      ),
  };
}
