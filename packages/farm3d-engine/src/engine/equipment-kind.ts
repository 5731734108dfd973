/** A row of the catalogue: a device, or a kind that several records refer to by `kind`. */
export interface EquipmentKind {
  /** Id of the device, which is also the id of its record; or a key that records give as `kind`. */
  readonly equipmentId: string;
  /** For labels and the object tree. */
  readonly name: string;
  /** null: the fallback model. */
  readonly modelPath: string | null;
  /** Code of the product model: the key of its kind, see {@link FarmViewer.registerKind}. Default: none. */
  readonly productModelCode?: string;
}
