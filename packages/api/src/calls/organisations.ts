import * as v from 'valibot';
import { instantSchema, optionalTextSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { createdInvitation, INVITATION_DAYS, inviteeText } from './invitations.ts';
import { optionalQueryText, pageEntries, requiredText, uuid } from './inputs.ts';

/** An organisation for the operators of the installation: who it is and how much it uses, not what is in it. */
const organisationWire = v.object({
  id: v.string(),
  name: v.string(),
  createTime: instantSchema,
  /** Null: not suspended. */
  suspendTime: instantSchema,
  members: v.number(),
  devices: v.number(),
  scenes: v.number(),
  /** When one of its devices was last heard of. */
  lastActivityTime: instantSchema,
  /** Size of its uploaded files. */
  fileBytes: v.number(),
});

const toOrganisation = ({
  createTime,
  suspendTime,
  lastActivityTime,
  ...same
}: v.InferOutput<typeof organisationWire>) => ({
  ...same,
  /** Epoch milliseconds. */
  createdAt: createTime ?? 0,
  /** Epoch milliseconds; null: not suspended. */
  suspendedAt: suspendTime,
  /** Epoch milliseconds; null: none yet. */
  lastActivityAt: lastActivityTime,
});

const organisation = v.pipe(organisationWire, v.transform(toOrganisation));

export type OrganisationUsage = v.InferOutput<typeof organisation>;

const name = requiredText(64);

/** An organisation of the caller. */
const membership = v.object({
  organisationId: v.string(),
  organisationName: v.string(),
  roles: v.array(v.string()),
  departmentName: optionalTextSchema,
  /** Whether the caller may work there: neither they nor the organisation is suspended. */
  active: v.boolean(),
  /** Whether the session works there. */
  current: v.boolean(),
});

export type Membership = v.InferOutput<typeof membership>;

/** Organisations of the installation, for its operators. */
export const organisations = {
  list: call({
    method: 'GET',
    path: '/api/organisations',
    right: 'installation',
    origin: 'own',
    summary: {
      zh: '本系统的组织及其用量',
      en: 'Lists the organisations of the installation and what they use',
    },
    query: v.object({ ...pageEntries, name: optionalQueryText }),
    answer: listOf(organisation),
  }),
  /** With an invitation for its first owner: nobody else can do anything in it. */
  create: call({
    method: 'POST',
    path: '/api/organisations',
    right: 'installation',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建组织并邀请其所有者', en: 'Makes an organisation and invites its owner' },
    body: v.object({ name, invitee: inviteeText, days: INVITATION_DAYS }),
    answer: v.pipe(
      v.object({ organisation: organisationWire, invitation: createdInvitation }),
      v.transform((made) => ({ ...made, organisation: toOrganisation(made.organisation) })),
    ),
  }),
  /**
   * Nobody works in a suspended organisation and messages of its devices are refused; nothing of it is deleted.
   * @throws {ApiError} 409 for the organisation in which the caller works
   */
  update: call({
    method: 'PUT',
    path: '/api/organisations',
    right: 'installation',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改、暂停或恢复组织', en: 'Renames, suspends or resumes an organisation' },
    body: v.object({ id: uuid, name: v.optional(name), suspended: v.optional(v.boolean()) }),
    answer: organisation,
    send: (id: string, changes: { name?: string; suspended?: boolean }) => ({ body: { ...changes, id } }),
  }),
  /** Those of the caller. */
  mine: call({
    method: 'GET',
    path: '/api/organisations/mine',
    right: 'self',
    origin: 'own',
    summary: { zh: '本人所属的组织', en: 'Lists the organisations of the caller' },
    answer: listOf(membership),
  }),
  /**
   * The caller is no member any more; sessions and keys of theirs there end.
   * @throws {ApiError} 409 for the last administrator, 403 for an API key
   */
  leave: call({
    method: 'POST',
    path: '/api/organisations/leave',
    right: 'self',
    audit: 'act',
    origin: 'own',
    summary: { zh: '退出组织', en: 'Leaves an organisation' },
    body: v.object({ organisationId: uuid }),
    answer: nothing,
    send: (organisationId: string) => ({ body: { organisationId } }),
  }),
};
