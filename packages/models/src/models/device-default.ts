import { box } from '../kit/box.ts';
import { PALETTE, srgb } from '../kit/colour.ts';
import { place } from '../kit/place.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pad, pole, strap } from './parts.ts';

const POLE = { radius: 0.03, height: 0.78 };
const BOX_CENTRE = 0.62;

/** The stand-in for a device without a model of its own: a plain white housing on a short post. */
export const deviceDefault = (): Model => ({
  name: 'device-default',
  nodes: [
    {
      name: 'body',
      parts: [
        part('matte', pad(0.3)),
        part(
          'metal',
          place(pole(POLE.radius, POLE.height, 0.11), { at: [0, 0.05, 0] }),
          strap(0.036, 0.52),
          strap(0.036, 0.72),
        ),
        part(
          'painted',
          place(enclosure([0.3, 0.4, 0.16], srgb('#7f8f86')), { at: [0, BOX_CENTRE, 0.1] }),
          place(box([0.075, 0.02, 0.075], PALETTE.powderGrey, 0.005), { at: [0, 0.84, 0] }),
        ),
      ],
    },
    lamp([0.1, 0.818, 0.12], 0.024),
    label(1),
  ],
});
