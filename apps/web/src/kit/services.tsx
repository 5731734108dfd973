import { createContext, useContext } from 'react';
import { useModel, type Model, type ModelConstructor } from '@preact/signals-react';
import type { Services } from '../platform/services.ts';

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** @throws {Error} outside of a {@link ServicesProvider} */
export function useServices(): Services {
  const around = useContext(ServicesContext);
  if (!around) throw new Error('there are no services around this component');
  return around;
}

/** A model of a page or a dialog, of the services around it; it ends with the component. */
export function useModelOf<Shape, Rest extends unknown[]>(
  Of: ModelConstructor<Shape, [Services, ...Rest]>,
  ...rest: Rest
): Model<Shape> {
  const around = useServices();
  return useModel(() => new Of(around, ...rest));
}
