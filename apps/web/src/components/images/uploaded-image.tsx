import { useState } from 'react';
import { ImageOff } from 'lucide-react';
import { classes } from '@farm3d/ui';
import { t } from './texts.ts';

export interface PictureProps {
  src: string;
  alt: string;
  className?: string;
  testId?: string;
}

/** A picture that somebody gave; where it cannot be shown, the words of the specification (§8) in its place. */
export function Picture({ src, alt, className, testId }: PictureProps) {
  const [brokenAt, setBrokenAt] = useState<string | null>(null);
  if (brokenAt === src)
    return (
      <span
        data-testid={testId}
        className={classes(
          'flex flex-col items-center justify-center gap-1 bg-sunk text-note text-ink-3',
          className,
        )}
      >
        <ImageOff aria-hidden size={24} strokeWidth={1.25} />
        {t('picture.broken')}
      </span>
    );
  return (
    <img
      src={src}
      alt={alt}
      data-testid={testId}
      draggable={false}
      className={classes('object-cover', className)}
      onError={() => setBrokenAt(src)}
    />
  );
}
