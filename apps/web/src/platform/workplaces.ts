import { PATHS } from './paths.ts';
import type { Services } from './services.ts';

/** Home, loaded anew: nothing that the page holds is of the organisation that the session works in now. */
export function openHome(): void {
  location.assign(PATHS.app);
}

/** Goes on in another organisation of the user. */
export async function switchOrganisation({ api }: Pick<Services, 'api'>, id: string): Promise<void> {
  await api.auth.switchOrganisation(id);
  openHome();
}
