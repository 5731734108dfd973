import { UserRound } from 'lucide-react';
import { classes } from '@farm3d/ui';

/** The picture of a person, or the sign of one. Their name stands beside it. */
export function PersonPicture({ picture, large = false }: { picture: string | null; large?: boolean }) {
  const size = large ? 'size-14' : 'size-8';
  return picture === null ? (
    <span
      className={classes('grid shrink-0 place-items-center rounded-full bg-hover text-ink-3', size)}
      data-testid="person-picture"
      data-chosen="false"
    >
      <UserRound aria-hidden size={large ? 28 : 18} />
    </span>
  ) : (
    <img
      src={picture}
      alt=""
      className={classes('shrink-0 rounded-full object-cover', size)}
      data-testid="person-picture"
      data-chosen="true"
    />
  );
}
