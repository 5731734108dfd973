import { part, type Model } from '../model.ts';
import { crops } from './greenhouse-parts/crops.ts';
import { film, skirts } from './greenhouse-parts/film.ts';
import { BED_END, DRIP_LINES, floor } from './greenhouse-parts/floor.ts';
import { foundation, frame, irrigation } from './greenhouse-parts/frame.ts';
import { DOOR, doors, fanClip, fanHousings, fanNodes, gableFrames } from './greenhouse-parts/gable.ts';
import { rollClip, rollFilmBay } from './greenhouse-parts/roll-film.ts';
import { label } from './parts.ts';

/**
 * A single-span film greenhouse: 24.6 m along X in six bays, 8 m across, 4 m at the ridge, centred at
 * the origin with its floor at y = 0. The wall toward +Z holds one rolling-film bay at its −X end; the
 * engine clones `roll_film_bay` every 4.1 m. Clips: `roll` (0 s closed, 1 s open) and `spin` (fans).
 */
export function greenhouse(): Model {
  const door = doors();
  const fans = fanHousings();
  return {
    name: 'greenhouse',
    nodes: [
      { name: 'floor', parts: [part('matte', floor())] },
      {
        name: 'structure',
        parts: [
          part('metal', frame(), gableFrames(), fans.metal),
          part('matte', foundation(DOOR)),
          part(
            'painted',
            skirts(),
            door.frames,
            fans.painted,
            irrigation(DRIP_LINES, -BED_END, BED_END - 0.15),
          ),
        ],
      },
      { name: 'crops', parts: [part('leaf', crops())] },
      ...fanNodes(),
      rollFilmBay(),
      { name: 'film', parts: [part('film', film(DOOR), door.sheets)] },
      label(4.5),
    ],
    clips: [rollClip(), fanClip()],
  };
}
