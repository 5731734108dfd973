import { TextDocument } from '../../platform/documents/text-document.ts';
import type { WorkOrderRow, WorkOrderStepRow } from './repository.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage } from './document-texts.ts';

interface PrintedOrder {
  readonly order: WorkOrderRow;
  readonly steps: readonly WorkOrderStepRow[];
  readonly names: Readonly<Record<'assignee' | 'createBy' | 'device' | 'scene', string | null>>;
  /** JPEG of a stored image; null: it is gone. */
  readonly pictureOf: (path: string) => Promise<Buffer | null>;
}

/** A work order with all that proves it, as a PDF. */
export async function orderDocument(
  { order, steps, names, pictureOf }: PrintedOrder,
  language: DocumentLanguage,
  timeZone: string,
): Promise<Buffer> {
  const text = DOCUMENT_TEXTS[language];
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const instant = (at: Date | number | null): string => (at === null ? text.none : format.format(at));
  const document = await TextDocument.create(order.title);
  const pictures = async (paths: readonly string[]): Promise<void> => {
    const found = await Promise.all(paths.map((path) => pictureOf(path)));
    document.images(found.filter((jpeg) => jpeg !== null));
    const gone = found.filter((jpeg) => jpeg === null).length;
    if (gone > 0) await document.note(text.gone(gone));
  };

  await document.note(`${text.kind} ${order.id}`);
  await document.title(order.title);
  if (order.content !== '') await document.text(order.content);
  await document.heading(text.facts);
  await document.row(text.state, text.states[order.state]);
  await document.row(text.priority, text.priorities[order.priority]);
  await document.row(text.source, text.sources[order.source]);
  await document.row(text.assignee, names.assignee ?? text.none);
  await document.row(text.createdBy, names.createBy ?? text.platform);
  await document.row(text.createdAt, instant(order.createTime));
  await document.row(text.deadline, instant(order.deadline));
  if (names.device !== null) await document.row(text.device, names.device);
  if (names.scene !== null) await document.row(text.scene, names.scene);

  if (order.checklist.length > 0) await document.heading(text.checklist);
  for (const { text: item, done, by, at } of order.checklist) {
    await document.text(`${done ? '[x]' : '[  ]'} ${item}`);
    if (done) await document.note(`${by ?? ''} ${instant(at)}`);
  }
  if (order.parts.length > 0) await document.heading(text.parts);
  for (const { name, quantity, unit } of order.parts) await document.text(`${name}  ${quantity} ${unit}`);
  if (order.materials.length > 0) {
    await document.heading(text.materials);
    for (const { name } of order.materials) await document.text(name);
  }

  await document.heading(text.log);
  for (const step of steps) {
    const { fromState: from, toState: to, place } = step;
    const change =
      from !== null && from !== to
        ? `${text.states[from]} → ${text.states[to]}`
        : text.actions[step.action === 'create' ? 'create' : 'edit'];
    await document.text(`${instant(step.createTime)}  ${step.username ?? text.platform}  ${change}`);
    if (step.note !== '') await document.text(step.note, 12);
    if (place) await document.note(text.place(placeText(place)));
    await pictures(step.photos);
  }
  if (order.signature) {
    await document.heading(text.signature);
    await document.text(`${order.signature.name}  ${instant(order.signature.at)}`);
    await pictures([order.signature.image]);
  }
  return document.end();
}

type Place = NonNullable<WorkOrderStepRow['place']>;
const placeText = ({ longitude, latitude, accuracyM }: Place): string =>
  `${longitude.toFixed(5)}, ${latitude.toFixed(5)}${accuracyM === null ? '' : ` ± ${Math.round(accuracyM)} m`}`;
