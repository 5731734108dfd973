import * as v from 'valibot';
import { instantSchema, optionalTextSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { createdInvitation, INVITATION_DAYS, inviteeText } from './invitations.ts';
import { integer, optionalQueryText, pageEntries, requiredText, uuid } from './inputs.ts';

/** An organisation for the operators of the installation: who it is and how much it uses, not what is in it. */
const organisationWire = v.object({
  id: v.string(),
  name: v.string(),
  createTime: instantSchema,
  /** Null: not suspended. */
  suspendTime: instantSchema,
  /** Since when it is being deleted for good; null: it is not. */
  deleteTime: instantSchema,
  members: v.number(),
  devices: v.number(),
  scenes: v.number(),
  /** When one of its devices was last heard of. */
  lastActivityTime: instantSchema,
  /** Size of its uploaded files. */
  fileBytes: v.number(),
  /** Most devices; null: no limit. */
  deviceQuota: v.nullable(v.number()),
  /** Most bytes of uploaded files; null: DEFAULT_STORAGE_QUOTA. */
  storageQuota: v.nullable(v.number()),
  /** Messages of its devices in an hour; null: the default of the installation. */
  messageQuota: v.nullable(v.number()),
  /** Days for which readings are kept; null: for good. */
  retentionDays: v.nullable(v.number()),
});

const toOrganisation = ({
  createTime,
  suspendTime,
  deleteTime,
  lastActivityTime,
  ...same
}: v.InferOutput<typeof organisationWire>) => ({
  ...same,
  /** Epoch milliseconds. */
  createdAt: createTime ?? 0,
  /** Epoch milliseconds; null: not suspended. */
  suspendedAt: suspendTime,
  /** Since when it is being deleted for good, epoch milliseconds; null: it is not. */
  deletingAt: deleteTime,
  /** Epoch milliseconds; null: none yet. */
  lastActivityAt: lastActivityTime,
});

const organisation = v.pipe(organisationWire, v.transform(toOrganisation));

export type OrganisationUsage = v.InferOutput<typeof organisation>;

/** Bytes of uploaded files of an organisation for which the operators have set nothing: 20 GiB. */
export const DEFAULT_STORAGE_QUOTA = 20 * 1024 ** 3;
/** Largest quotas: a billion devices, an exbibyte is beyond what a number holds exactly. */
const MAX_DEVICE_QUOTA = 1_000_000_000;
const MAX_STORAGE_QUOTA = Number.MAX_SAFE_INTEGER;
const MAX_MESSAGE_QUOTA = 1_000_000_000;
/** A hundred years. */
const MAX_RETENTION_DAYS = 36_525;

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

/** What an operator changes of an organisation. Quotas: null removes one; less than there is keeps all and refuses more. */
export interface OrganisationChanges {
  readonly name?: string;
  readonly suspended?: boolean;
  readonly deviceQuota?: number | null;
  readonly storageQuota?: number | null;
  readonly messageQuota?: number | null;
  /** Older readings are deleted; null: they are kept for good. */
  readonly retentionDays?: number | null;
}

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
    summary: {
      zh: '修改、暂停或恢复组织，设置其配额',
      en: 'Renames, suspends or resumes an organisation, and sets its quotas',
    },
    body: v.object({
      id: uuid,
      name: v.optional(name),
      suspended: v.optional(v.boolean()),
      deviceQuota: v.optional(v.nullable(integer(0, MAX_DEVICE_QUOTA))),
      storageQuota: v.optional(v.nullable(integer(0, MAX_STORAGE_QUOTA))),
      messageQuota: v.optional(v.nullable(integer(1, MAX_MESSAGE_QUOTA))),
      retentionDays: v.optional(v.nullable(integer(1, MAX_RETENTION_DAYS))),
    }),
    answer: organisation,
    send: (id: string, changes: OrganisationChanges) => ({ body: { ...changes, id } }),
  }),
  /**
   * Deletes an organisation with all that it owns, for good: at once nobody works in it, and its rows, readings and files go
   * behind the call. For its owners, and for operators of the installation. Its audit log stays.
   * @throws {ApiError} 404 for an organisation that the caller may not delete, 400 when `name` is not its name, 409 when an
   *   operator of the installation could not log in any more, 403 for an API key
   */
  remove: call({
    method: 'POST',
    path: '/api/organisations/delete',
    right: 'self',
    audit: 'delete',
    origin: 'own',
    summary: {
      zh: '永久删除组织及其全部数据',
      en: 'Deletes an organisation with all that it owns, for good',
    },
    body: v.object({ organisationId: uuid, name }),
    answer: nothing,
    send: (organisationId: string, typedName: string) => ({ body: { organisationId, name: typedName } }),
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
