import { type AnimationClip, InterpolateDiscrete, type KeyframeTrack, type Object3D } from 'three';
import type { ClipData, TrackData } from './model.contract.ts';

const PATHS = ['position', 'quaternion', 'scale'] as const;
const MORPH = /^morphTargetInfluences(?:\[(\d+)\])?$/;

/** Converts a three clip to tracks by node. Tracks of unknown nodes are left out. */
export function flattenClip(
  clip: AnimationClip,
  root: Object3D,
  nodeIds: ReadonlyMap<Object3D, number>,
  transfer: Set<Transferable>,
): ClipData {
  const byName = new Map<string, Object3D>();
  root.traverse((object) => {
    if (!byName.has(object.uuid)) byName.set(object.uuid, object);
    if (object.name && !byName.has(object.name)) byName.set(object.name, object);
  });
  const tracks: TrackData[] = [];
  const morphs = new Map<number, { readonly size: number; readonly tracks: [number, KeyframeTrack][] }>();
  const add = (node: number, path: TrackData['path'], track: Pick<KeyframeTrack, 'times' | 'values'>) => {
    const times = Float32Array.from(track.times);
    const values = Float32Array.from(track.values, (value) => (Number.isFinite(value) ? value : 0));
    transfer.add(times.buffer).add(values.buffer);
    return { node, path, times, values };
  };
  for (const track of clip.tracks) {
    // Loaders name tracks '<node uuid or name>.<property>'.
    const dot = track.name.lastIndexOf('.');
    const object = byName.get(track.name.slice(0, dot));
    const node = object && nodeIds.get(object);
    if (node === undefined || track.times.length === 0) continue;
    const property = track.name.slice(dot + 1);
    const path = PATHS.find((name) => name === property);
    if (path) {
      const interpolation = track.getInterpolation() === InterpolateDiscrete ? 'step' : 'linear';
      tracks.push({ ...add(node, path, track), interpolation });
      continue;
    }
    const morph = MORPH.exec(property);
    const size = (object as { morphTargetInfluences?: number[] }).morphTargetInfluences?.length ?? 0;
    if (!morph || size === 0) continue;
    if (morph[1] === undefined) {
      if (track.getValueSize() === size)
        tracks.push({ ...add(node, 'morphWeights', track), interpolation: 'linear' });
      continue;
    }
    const existing = morphs.get(node) ?? { size, tracks: [] };
    existing.tracks.push([Number(morph[1]), track]);
    morphs.set(node, existing);
  }
  for (const [node, { size, tracks: singles }] of morphs) {
    tracks.push({ ...add(node, 'morphWeights', together(singles, size)), interpolation: 'linear' });
  }
  return { name: clip.name, duration: Math.max(0, clip.duration), tracks };
}

/** FBX has a track per morph target; three's mixer needs one for all of them. */
function together(singles: readonly [number, KeyframeTrack][], size: number) {
  const times = Float32Array.from(new Set(singles.flatMap(([, track]) => [...track.times]))).toSorted();
  const values = new Float32Array(times.length * size);
  for (const [target, track] of singles) {
    if (target >= size) continue;
    let k = 0;
    for (const [i, time] of times.entries()) {
      while (k + 2 < track.times.length && track.times[k + 1]! <= time) k++;
      const [from, to] = [track.times[k]!, track.times[k + 1] ?? track.times[k]!];
      const share = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 0;
      values[i * size + target] = track.values[k]! * (1 - share) + (track.values[k + 1] ?? 0) * share;
    }
  }
  return { times, values };
}
