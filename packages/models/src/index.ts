/**
 * The built-in 3D models, by name. Each model is a file for each level of detail, not one file with several
 * levels: the engine draws everything a file holds and makes one instanced batch of each file, so a level is
 * simply another batch, and what is never seen from near is never downloaded. All levels share one origin,
 * size and orientation, so they take over from each other without a jump; {@link LEVEL_FROM_PIXELS} says when.
 * Far levels have no clips; their moving parts stand at rest in the body. A crop is one draw at either level
 * and is meant to be instanced: rotate it about Y and scale it by ±15 % for each plant.
 *
 * Materials: `surface` is every opaque solid (`foliage` the same with both sides seen, where a file has leaves as
 * well); a texture of a few texels holds its roughness and metalness, colour is in the vertices. `film`, `rollFilm`,
 * `net`, `clear` and `water` are blended; `lamp`, `glow`, `display`, `window`, `pixels` and `screen` give light: their
 * emission is for the engine to set. A kind is at most three draws: all that is opaque, and each of the blended.
 *
 * `demo-farm` is a whole farm as one base model; what stands there often is held once (EXT_mesh_gpu_instancing), its
 * plants are the nodes `crops_*`, `anchor_focus_low` and `anchor_focus_high` are the corners of what it is about, and
 * the engine paints a lane on the ground from `anchor_lane_from` to `anchor_lane_to`.
 *
 * Nodes: `spin_*` rotates, `open_*` moves between its two ends, `glow_*` gives light (`glow_status` is the
 * status lamp), `anchor_label`, `anchor_face` and `anchor_water` are places, `face` takes a texture.
 * Clips: `spin` repeats; `open` and `roll` run from 0 s (closed) to 1 s (open), so time is the opening.
 */
export {
  CROP_STAGES,
  cropModelName,
  DEVICE_NAMES,
  KIND_LEVELS,
  LEVEL_FROM_PIXELS,
  kindOf,
  MODEL_NAMES,
  modelPath,
  modelsFolder,
  picturePath,
  PRODUCT_DEVICES,
  STRUCTURE_NAMES,
  type BuiltLevel,
  type Crop,
  type CropModelName,
  type DeviceName,
  type ManifestEntry,
  type ModelKind,
  type ModelName,
  type StructureName,
} from './catalogue.ts';
export { LEVELS, type Level } from './kit/detail.ts';
