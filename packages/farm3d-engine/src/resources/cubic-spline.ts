import { Interpolant, type KeyframeTrack, Quaternion, type TypedArray } from 'three';

const _quaternion = new Quaternion();

/**
 * Cubic Hermite interpolation of values stored as (in-tangent, value, out-tangent), glTF 2.0 appendix C. three's smooth
 * interpolation computes tangents; the one that reads them is private to its GLTFLoader.
 */
class HermiteInterpolant extends Interpolant {
  override copySampleValue_(index: number): TypedArray {
    const { resultBuffer, sampleValues, valueSize } = this as unknown as InterpolantMembers;
    const at = index * valueSize * 3 + valueSize;
    for (let i = 0; i < valueSize; i++) resultBuffer[i] = sampleValues[at + i]!;
    return resultBuffer;
  }

  override interpolate_(index: number, from: number, time: number, to: number): TypedArray {
    const { resultBuffer, sampleValues, valueSize } = this as unknown as InterpolantMembers;
    const span = to - from;
    const p = (time - from) / span;
    const [p2, p3] = [p * p, p * p * p];
    const before = (index - 1) * valueSize * 3;
    const behind = index * valueSize * 3;
    for (let i = 0; i < valueSize; i++) {
      const value0 = sampleValues[before + valueSize + i]!;
      const tangent0 = sampleValues[before + valueSize * 2 + i]! * span;
      const value1 = sampleValues[behind + valueSize + i]!;
      const tangent1 = sampleValues[behind + i]! * span;
      resultBuffer[i] =
        (2 * p3 - 3 * p2 + 1) * value0 +
        (p3 - 2 * p2 + p) * tangent0 +
        (3 * p2 - 2 * p3) * value1 +
        (p3 - p2) * tangent1;
    }
    return resultBuffer;
  }
}

class HermiteQuaternionInterpolant extends HermiteInterpolant {
  override interpolate_(index: number, from: number, time: number, to: number): TypedArray {
    const result = super.interpolate_(index, from, time, to) as Float32Array;
    _quaternion.fromArray(result).normalize().toArray(result);
    return result;
  }
}

/** Members that three's types do not declare. */
interface InterpolantMembers {
  readonly resultBuffer: Float32Array;
  readonly sampleValues: Float32Array;
  readonly valueSize: number;
}

/** Makes a track read its values as in-tangent, value, out-tangent. */
export function useTangents(track: KeyframeTrack, isRotation: boolean): void {
  const InterpolantClass = isRotation ? HermiteQuaternionInterpolant : HermiteInterpolant;
  const createInterpolant = (result: Float32Array) =>
    new InterpolantClass(track.times, track.values, track.getValueSize() / 3, result);
  // Marks the track as CUBICSPLINE in the same way as three's GLTFLoader.
  Object.assign(createInterpolant, { isInterpolantFactoryMethodGLTFCubicSpline: true });
  (track as unknown as { createInterpolant: typeof createInterpolant }).createInterpolant = createInterpolant;
}
