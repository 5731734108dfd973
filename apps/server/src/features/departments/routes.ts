import { organisation } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DepartmentRepository, DepartmentRow } from './repository.ts';

interface DepartmentNode {
  readonly deptId: string;
  readonly deptName: string;
  readonly children: DepartmentNode[];
}

function treeOf(rows: readonly DepartmentRow[], parent: string | null = null): DepartmentNode[] {
  return rows
    .filter(({ parentId }) => parentId === parent)
    .map(({ deptId, deptName }) => ({ deptId, deptName, children: treeOf(rows, deptId) }));
}

/** `/system/dept`: departments of the organisation (readings 28). */
export function departmentRoutes(needs: {
  readonly departments: DepartmentRepository;
  /** Rules about departments may have ended. */
  readonly reachChanged: (organisationId: string, ended: true) => Promise<void>;
}): ServedCall[] {
  const { departments, reachChanged } = needs;
  return [
    serve(organisation.departments, async ({ principal }) => {
      const items = treeOf(await departments.list(principal.organisationId));
      return { items, total: items.length };
    }),
    serve(organisation.createDepartment, async ({ principal, body }) => {
      const { organisationId } = principal;
      const { deptName: name, parentId } = body;
      if (parentId !== null && !(await departments.get(organisationId, parentId))) throw notFound();
      const { deptId, deptName } = await departments.create(organisationId, name, parentId);
      return { deptId, deptName, children: [] };
    }),
    serve(organisation.renameDepartment, async ({ principal, body: { deptId, deptName } }) => {
      if (!(await departments.rename(principal.organisationId, deptId, deptName))) throw notFound();
      return null;
    }),
    serve(organisation.removeDepartment, async ({ principal, path }) => {
      if (!(await departments.remove(principal.organisationId, path.id))) throw notFound();
      await reachChanged(principal.organisationId, true);
      return null;
    }),
  ];
}
