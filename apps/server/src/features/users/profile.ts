import type { ProfilePatch } from '@farm3d/api';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import type { AccountValues } from './repository.ts';

/**
 * Columns of a profile.
 * @throws {HttpProblem} 400 for an unknown area
 */
export async function profileValues(
  { displayName, phone, email, areaCode, picture }: ProfilePatch,
  areas: Pick<AreaDirectory, 'get'>,
): Promise<AccountValues> {
  const area = areaCode ? await areas.get(areaCode) : undefined;
  if (areaCode && !area) throw new HttpProblem(400, 'user.area', { field: 'areaCode' });
  return { display_name: displayName, phone, email, area_code: area ? area.code : areaCode, picture };
}
