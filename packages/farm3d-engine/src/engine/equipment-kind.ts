/** A thing that may stand in a scene, or a kind of thing: records name it by `kind`, so that many devices share a row. */
export interface EquipmentKind {
  /** The device's id, also its record's id when placed; or a name of its own that records give as their `kind`. */
  readonly equipmentId: string;
  /** For labels and for the tree of objects. */
  readonly name: string;
  /** null: shown as the fallback model. */
  readonly modelPath: string | null;
  /** Of the product model; for the page, not read by the engine. Default none. */
  readonly productModelCode?: string;
}
