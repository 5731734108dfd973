import { useState } from 'react';
import { ImageViewer } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { t } from '../zh-CN.ts';

/** Photos of a step in small; one opens the viewer. */
export function OrderPhotos({ paths }: { paths: readonly string[] }) {
  const [viewed, setViewed] = useState<number | null>(null);
  if (paths.length === 0) return null;
  const services = formServices();
  const images = paths.map((src, at) => ({ src, name: `${t('orders.field.photos')} ${at + 1}` }));
  return (
    <div className="my-1 flex flex-wrap gap-2">
      {images.map(({ src, name }, at) => (
        <button
          key={src}
          type="button"
          data-testid="order-photo"
          onClick={() => setViewed(at)}
          className="overflow-hidden rounded-control border border-line"
        >
          <img src={src} alt={name} loading="lazy" className="size-16 object-cover" />
        </button>
      ))}
      <ImageViewer
        images={images}
        index={viewed}
        onIndex={setViewed}
        t={services.t}
        locale={services.locale}
      />
    </div>
  );
}
