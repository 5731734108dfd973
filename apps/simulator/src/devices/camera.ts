import * as v from 'valibot';
import { withHead, type Head } from '../physics/farm.ts';
import { clamp, failed, type DeviceProfile } from './device-profile.ts';

/** Index of the finest stream. */
const VIDEO_QUALITY = 2;
/** Rotation of one command at speed 1, degrees. */
const STEP_DEGREES = 3;

const DIRECTIONS = ['up', 'down', 'left', 'right', 'zoomIn', 'zoomOut', 'home', 'stop'] as const;
const Ptz = v.object({
  direction: v.picklist(DIRECTIONS),
  speed: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(8)), 4),
});

const MOVES: Readonly<Record<(typeof DIRECTIONS)[number], (head: Head, step: number) => Head>> = {
  up: (head, step) => ({ ...head, tilt: clamp(head.tilt + step, -90, 20) }),
  down: (head, step) => ({ ...head, tilt: clamp(head.tilt - step, -90, 20) }),
  left: (head, step) => ({ ...head, pan: ((head.pan - step + 540) % 360) - 180 }),
  right: (head, step) => ({ ...head, pan: ((head.pan + step + 540) % 360) - 180 }),
  zoomIn: (head, step) => ({ ...head, zoom: clamp(head.zoom + step / 12, 1, 10) }),
  zoomOut: (head, step) => ({ ...head, zoom: clamp(head.zoom - step / 12, 1, 10) }),
  home: (head) => ({ ...head, pan: 0, tilt: -25, zoom: 1 }),
  stop: (head) => head,
};

/** A pan-tilt camera (SP-DH2): its state and its pan, tilt and zoom; the stream is separate. */
export const camera = (index: number): DeviceProfile => ({
  readings: ({ state }) => ({
    videoQuality: VIDEO_QUALITY,
    recording: state.heads[index]?.recording ?? false,
  }),

  command(method, params, state) {
    if (method !== 'ptz') return undefined;
    const parsed = v.safeParse(Ptz, params);
    if (!parsed.success) {
      const issue = parsed.issues[0];
      return failed(v.getDotPath(issue) ?? 'params', issue.message);
    }
    const old = state.heads[index];
    if (!old) return undefined;
    const { direction, speed } = parsed.output;
    const head = MOVES[direction](old, speed * STEP_DEGREES);
    const position = { pan: head.pan, tilt: head.tilt, zoom: head.zoom };
    return {
      answer: { status: 'success', ...position },
      state: withHead(state, index, head),
      attributes: position,
    };
  },
});
