import { createContext, useContext } from 'react';
import { useModel, type Model, type ModelConstructor } from '@preact/signals-react';
import { services, type Services } from '../platform/services.ts';

const ServicesContext = createContext<Services>(services);

export const ServicesProvider = ServicesContext.Provider;

export const useServices = (): Services => useContext(ServicesContext);

/** A model of a page or a dialog, of the services around it; it ends with the component. */
export function useModelOf<Shape, Rest extends unknown[]>(
  Of: ModelConstructor<Shape, [Services, ...Rest]>,
  ...rest: Rest
): Model<Shape> {
  const around = useServices();
  return useModel(() => new Of(around, ...rest));
}
