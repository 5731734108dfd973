import { productModels, type BodyOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AlarmEngine } from '../alarms/engine.ts';
import {
  alarmSettingToWire,
  alarmSettingValues,
  type AlarmSettingRepository,
} from '../alarms/setting-repository.ts';
import { idInPath, pathOf } from '../files/file-addresses.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { FileRepository } from '../files/repository.ts';
import {
  productModelToWire,
  type ProductModelRepository,
  type ProductModelRow,
} from '../product-models/repository.ts';
import { findModel } from '../product-models/routes.ts';
import { toDraft, type ProductModelValues, type ProductModelWriter, type WriteRefusal } from './writer.ts';

/** Models of the product itself, and images beside them. */
const OWN_MODEL = /^\/models\/[\w.-]+\.(?:glb|fbx)$/;
const UPLOADED_MODEL = /^(?:glb|fbx)$/;

interface ProductModelWriteDependencies {
  readonly products: ProductModelRepository;
  readonly writer: ProductModelWriter;
  readonly settings: AlarmSettingRepository;
  readonly engine: Pick<AlarmEngine, 'change'>;
  readonly photos: ImageReferences;
  readonly files: Pick<FileRepository, 'get'>;
  readonly events: Pick<ServerEvents, 'emit'>;
}

const REFUSALS: Readonly<Record<WriteRefusal, () => HttpProblem>> = {
  taken: () => new HttpProblem(409, 'productModel.code.taken', { field: 'productModelCode' }),
  missing: notFound,
  builtIn: () => new HttpProblem(403, 'productModel.builtIn', { field: 'id' }),
  stale: () => new HttpProblem(409, 'productModel.stale', { field: 'version' }),
  inUse: () => new HttpProblem(409, 'productModel.inUse', { field: 'id' }),
};

type Portable = BodyOf<typeof productModels.import>['models'][number];

/** `/api/product/models`: the product models that an organisation makes. */
export function productModelWriteRoutes(needs: ProductModelWriteDependencies): ServedCall[] {
  return [...editRoutes(needs), ...transferRoutes(needs)];
}

function editRoutes(needs: ProductModelWriteDependencies): ServedCall[] {
  const { products, writer, events } = needs;
  return [
    serve(productModels.create, async ({ c, principal, body }) => {
      const { organisationId } = principal;
      const [made] = await createModels(writer, organisationId, [await takeFiles(c, needs, body)]);
      if (!made) throw notFound();
      return answerChanged(needs, made, principal);
    }),
    serve(productModels.update, async ({ c, principal, path, body }) => {
      const { organisationId } = principal;
      const before = await findModel(products, organisationId, path.id);
      const { version, ...draft } = body;
      const values = await takeFiles(c, needs, draft, before);
      const row = await writer.update(organisationId, before.id, values, version);
      if (typeof row === 'string') throw REFUSALS[row]();
      return answerChanged(needs, row, principal);
    }),
    serve(productModels.remove, async ({ principal: { organisationId }, path }) => {
      const { id } = await findModel(products, organisationId, path.id);
      const refusal = await writer.remove(organisationId, id);
      if (refusal) throw REFUSALS[refusal]();
      events.emit('product-model-changed', { productModelId: id });
      return null;
    }),
  ];
}

/** A copy of a model, the export to a file and the import from one; the alarm settings come with the model. */
function transferRoutes(needs: ProductModelWriteDependencies): ServedCall[] {
  const { products, writer, settings, engine } = needs;
  return [
    serve(productModels.copy, async ({ principal, path, body }) => {
      const { organisationId } = principal;
      const model = await findModel(products, organisationId, path.id);
      const draft = await draftOf(products, organisationId, model);
      const name = body.name ?? draft.name;
      const values = { ...draft, name, productModelCode: body.productModelCode, state: 'active' as const };
      const [made] = await createModels(writer, organisationId, [values]);
      if (!made) throw notFound();
      const rows = await settings.ofProduct(organisationId, model.id);
      if (rows.length > 0) {
        const copies = rows.map((row) => ({ ...row, id: null }));
        await engine.change(null, () => settings.save(organisationId, { productModelId: made.id }, copies));
      }
      return answerChanged(needs, made, principal);
    }),
    serve(productModels.export, async ({ principal: { organisationId }, path }) => {
      const model = await findModel(products, organisationId, path.id);
      const draft = await draftOf(products, organisationId, model);
      // Uploaded files stay with their organisation: a path of one would open nothing elsewhere.
      const portable = (address: string | null) =>
        address !== null && idInPath(address) !== '' ? null : address;
      return {
        format: 'farm3d.product-models',
        models: [
          {
            ...draft,
            productModelPic: portable(draft.productModelPic),
            scene3dModelSnape: portable(draft.scene3dModelSnape),
            alarmTemplates: await templatesOf(settings, organisationId, model.id),
          },
        ],
      };
    }),
    serve(productModels.import, async ({ c, principal, body }) => {
      const { organisationId } = principal;
      const drafts: ProductModelValues[] = [];
      for (const [i, { alarmTemplates: _, ...draft }] of body.models.entries())
        drafts.push(await takeFiles(c, needs, draft, undefined, `models.${i}.`));
      const made = await createModels(writer, organisationId, drafts, 'models');
      for (const [i, model] of made.entries())
        await saveTemplates(needs, organisationId, model.id, body.models[i]?.alarmTemplates ?? []);
      const items = made.map((model) => answerChanged(needs, model, principal));
      return { items, total: items.length };
    }),
  ];
}

/** Tells of a written model, whose rules hold for readings and open sessions at once; returns its wire form for the caller. */
function answerChanged(
  { events, photos }: Pick<ProductModelWriteDependencies, 'events' | 'photos'>,
  model: ProductModelRow,
  principal: Principal,
) {
  const onlineTimeoutS = Number(model.detail['onlineTimeoutS']) || null;
  events.emit('product-model-changed', { productModelId: model.id, onlineTimeoutS });
  return productModelToWire(model, photos.shownTo(principal).show);
}

/**
 * Creates all the models or none.
 * @param field the list in the request that they come from; empty: the request is one model
 * @throws {HttpProblem} 409 naming the field whose code is taken
 */
async function createModels(
  writer: ProductModelWriter,
  organisationId: string,
  models: readonly ProductModelValues[],
  field = '',
): Promise<ProductModelRow[]> {
  const made = await writer.create(organisationId, models);
  if (!('refused' in made)) return made;
  const prefix = field === '' ? '' : `${field}.${made.index}.`;
  throw new HttpProblem(409, 'productModel.code.taken', { field: `${prefix}productModelCode` });
}

/** Saves the alarm settings that come with a model; without ids they are new ones. */
async function saveTemplates(
  { settings, engine }: Pick<ProductModelWriteDependencies, 'settings' | 'engine'>,
  organisationId: string,
  id: string,
  list: Portable['alarmTemplates'],
): Promise<void> {
  if (list.length === 0) return;
  const values = list.map((one) => alarmSettingValues({ ...one, id: null }));
  await engine.change(null, () => settings.save(organisationId, { productModelId: id }, values));
}

/** The alarm settings of a model for an export: without ids and the `inherited` flag. */
async function templatesOf(settings: AlarmSettingRepository, organisationId: string, id: string) {
  return (await settings.ofProduct(organisationId, id)).map((row) => {
    const { id: _, inherited: __, ...template } = alarmSettingToWire(row);
    return template;
  });
}

/** A stored model with its attributes, in the form of a request that writes it. */
async function draftOf(products: ProductModelRepository, organisationId: string, model: ProductModelRow) {
  return toDraft(model, await products.attributes(model.id, { organisationId }));
}

/**
 * The model with the stored forms of its icon and 3D model: uploads of the caller's organisation, or files of the product.
 * @throws {HttpProblem} 400 naming the field
 */
async function takeFiles(
  c: AppContext,
  { photos, files }: Pick<ProductModelWriteDependencies, 'photos' | 'files'>,
  draft: ProductModelValues,
  before?: ProductModelRow,
  prefix = '',
): Promise<ProductModelValues> {
  const field = `${prefix}productModelPic`;
  const picture = await photos.takeOne(c, field, draft.productModelPic, before?.picture);
  const sent = draft.scene3dModelSnape?.split('?', 1)[0] ?? null;
  const refuse = () => new HttpProblem(400, 'productModel.model', { field: `${prefix}scene3dModelSnape` });
  let model = sent;
  if (sent !== null && sent !== before?.model_path && !OWN_MODEL.test(sent)) {
    const file = await files.get(c.get('principal').organisationId, idInPath(sent));
    if (!file || !UPLOADED_MODEL.test(file.extension)) throw refuse();
    model = pathOf(file);
  }
  return { ...draft, productModelPic: picture, scene3dModelSnape: model };
}
