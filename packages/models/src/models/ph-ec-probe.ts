import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { cylinder, lathe } from '../kit/lathe.ts';
import { curve, tube } from '../kit/tube.ts';
import { part, type Model } from '../model.ts';
import { drum, enclosure, flange, label, lamp, pad, pole, put, strap } from './parts.ts';

/** The pipe's axis and the flow cell on it. */
const PIPE_Y = 0.34;
const CELL_Z = 0.26;
const ELECTRODES = [-0.1, 0.1];

/** An electrode: glass tip down in the flow cell, coloured cap above. */
const electrode = (cap: (typeof PALETTE)['waterBlue']) =>
  lathe(
    [
      [0, -0.12],
      [0.009, -0.112],
      [0.013, -0.1],
      [0.013, 0.05],
      [0.021, 0.055],
      [0.021, 0.1],
      [0.012, 0.115],
      [0.008, 0.15],
      [0, 0.15],
    ],
    cap,
    {
      segments: 14,
      colours: [
        PALETTE.powderGrey,
        PALETTE.powderGrey,
        PALETTE.graphite,
        cap,
        cap,
        cap,
        PALETTE.rubber,
        PALETTE.rubber,
      ],
    },
  );

/** A pH and EC transmitter: two electrodes in a clear flow cell on the fertigation pipe, cables to the display. */
export function phEcProbe(): Model {
  const ends = [-0.36, 0.36].map((x) => {
    const { plate, bolts } = flange(0.075, 0.02, PALETTE.pvcGrey);
    return { plate: put(plate, x, PIPE_Y, CELL_Z), bolts: put(bolts, x, PIPE_Y, CELL_Z) };
  });
  return {
    name: 'ph-ec-probe',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', put(pad(1.04, 0.05, 0.62), 0, 0, 0.12)),
          part(
            'metal',
            put(pole(0.03, 1.18, 0.1), 0, 0.05, -0.04),
            put(strap(0.036, 0.92), 0, 0, -0.04),
            put(strap(0.036, 1.12), 0, 0, -0.04),
            ...ends.map(({ bolts }) => bolts),
            // Two saddles carry the pipe.
            ...[-0.27, 0.27].map((x) =>
              put(box([0.04, 0.27, 0.1], PALETTE.galvanised, 0.006), x, 0.185, CELL_Z),
            ),
          ),
          part(
            'painted',
            put(enclosure([0.32, 0.36, 0.14], PALETTE.waterBlue), 0, 1.02, 0.07),
            put(box([0.2, 0.1, 0.012], PALETTE.graphite, 0.004), 0, 1.0, 0.147),
            put(box([0.09, 0.02, 0.09], PALETTE.powderGrey, 0.005), 0, 1.24, -0.04),
            put(drum(0.045, 1.0, PALETTE.pvcGrey, 18), 0, PIPE_Y, CELL_Z),
            ...ends.map(({ plate }) => plate),
            ...[-1, 1].map((s) =>
              put(cylinder(0.045, PIPE_Y + 0.1, PALETTE.pvcGrey, { segments: 18 }), s * 0.47, -0.1, CELL_Z),
            ),
            ...[-1, 1].map((s) =>
              put(
                cylinder(0.052, 0.09, PALETTE.pvcGrey, { segments: 18, bevel: 0.01 }),
                s * 0.47,
                PIPE_Y - 0.045,
                CELL_Z,
              ),
            ),
            // The cell's foot and lid.
            put(box([0.36, 0.03, 0.12], PALETTE.pvcGrey, 0.008), 0, PIPE_Y + 0.055, CELL_Z),
            put(box([0.36, 0.03, 0.12], PALETTE.waterBlue, 0.008), 0, PIPE_Y + 0.215, CELL_Z),
            put(electrode(PALETTE.waterBlue), ELECTRODES[0]!, PIPE_Y + 0.21, CELL_Z),
            put(electrode(PALETTE.powerOrange), ELECTRODES[1]!, PIPE_Y + 0.21, CELL_Z),
            ...ELECTRODES.map((x, i) =>
              tube(
                curve(
                  [x, PIPE_Y + 0.35, CELL_Z],
                  [x, PIPE_Y + 0.52, CELL_Z + 0.04],
                  [x * 0.8, 0.62, 0.12],
                  [x * 0.78, 0.83, 0.07],
                  12,
                ),
                0.006,
                i === 0 ? PALETTE.pipeBlue : PALETTE.cable,
                { sides: 6 },
              ),
            ),
          ),
        ],
      },
      {
        name: 'glow_display',
        at: [0, 1.0, 0.1545],
        parts: [part('display', box([0.17, 0.07, 0.003], PALETTE.displayGreen))],
      },
      {
        name: 'cell',
        at: [0, PIPE_Y + 0.135, CELL_Z],
        parts: [part('clear', box([0.34, 0.13, 0.1], PALETTE.film))],
      },
      lamp([0.1, 1.198, 0.09], 0.02),
      label(1.5),
    ],
  };
}
