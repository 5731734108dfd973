import { useState } from 'react';
import { ImageOff } from 'lucide-react';
import { classes } from '@farm3d/ui';
import { t } from './zh-CN.ts';

export interface UploadedImageProps {
  src: string;
  alt: string;
  className?: string;
  testId?: string;
}

/** An uploaded image; when it cannot be loaded, the text of the specification (§8) instead. */
export function UploadedImage({ src, alt, className, testId }: UploadedImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (failedSrc === src)
    return (
      <span
        data-testid={testId}
        className={classes(
          'flex flex-col items-center justify-center gap-1 bg-sunken text-note text-ink-3',
          className,
        )}
      >
        <ImageOff aria-hidden size={24} strokeWidth={1.25} />
        {t('image.broken')}
      </span>
    );
  return (
    <img
      src={src}
      alt={alt}
      data-testid={testId}
      draggable={false}
      className={classes('object-cover', className)}
      onError={() => setFailedSrc(src)}
    />
  );
}
