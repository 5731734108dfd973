import * as v from 'valibot';
import { instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { integer, requiredText, uuid } from './inputs.ts';
import { password } from './password.ts';
import { MAX_PASSWORD_LENGTH } from './person.ts';
import { roleList, usernameText } from './users.ts';

const MAX_BODY = 16 * 1024;

/** For how long an invitation may be accepted, days: 1 … 30, default 7. */
export const INVITATION_DAYS = v.optional(integer(1, 30), 7);

/** To whom an invitation is given: a user name or an e-mail address. */
export const inviteeText = requiredText(254);

const invitationWire = v.object({
  id: v.string(),
  /** User name or e-mail address, as it was written. */
  invitee: v.string(),
  roles: v.array(v.string()),
  deptId: optionalTextSchema,
  /** User name of its maker. */
  username: textSchema,
  createTime: instantSchema,
  expireTime: instantSchema,
  acceptTime: instantSchema,
  /** User name of the person who accepted it. */
  acceptedBy: optionalTextSchema,
});

const toInvitation = ({
  deptId,
  createTime,
  expireTime,
  acceptTime,
  ...same
}: v.InferOutput<typeof invitationWire>) => ({
  ...same,
  departmentId: deptId,
  /** Epoch milliseconds. */
  createdAt: createTime ?? 0,
  /** Epoch milliseconds. */
  expiresAt: expireTime ?? 0,
  /** Epoch milliseconds; null until it is accepted. */
  acceptedAt: acceptTime,
});

const invitation = v.pipe(invitationWire, v.transform(toInvitation));

/** A new invitation with the secret of its link. */
export const createdInvitation = v.pipe(
  v.object({ ...invitationWire.entries, token: v.string() }),
  v.transform(({ token, ...same }) => ({
    ...toInvitation(same),
    /** Returned only here. Whoever has it may accept the invitation, once. */
    token,
  })),
);

export type Invitation = v.InferOutput<typeof invitation>;
export type CreatedInvitation = v.InferOutput<typeof createdInvitation>;

const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));

const draft = v.object({
  invitee: inviteeText,
  roles: roleList,
  deptId: v.optional(v.nullable(uuid), null),
  days: INVITATION_DAYS,
});

export interface InvitationDraft {
  /** User name or e-mail address. */
  invitee: string;
  roles: readonly string[];
  departmentId?: string | null;
  /** Default 7. */
  days?: number;
}

const account = { token, username: usernameText };

/** Who accepts without being logged in: a person with an account, or a new one, who chooses name and password. */
const acceptance = v.variant('account', [
  v.object({
    ...account,
    account: v.literal('existing'),
    password: v.pipe(
      v.string('login.password.required'),
      v.nonEmpty('login.password.required'),
      v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
    ),
  }),
  v.object({
    ...account,
    account: v.literal('new'),
    /** At least 15 characters, and not a common one. */
    password,
    displayName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'field.tooLong')), ''),
  }),
]);

const joined = v.object({ organisationId: v.string(), organisationName: v.string(), username: v.string() });

/** The organisation that somebody joined. */
export type Joined = v.InferOutput<typeof joined>;

const offer = v.pipe(
  v.object({
    organisationName: v.string(),
    invitee: v.string(),
    roles: v.array(v.string()),
    expireTime: instantSchema,
  }),
  v.transform(({ expireTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    expiresAt: expireTime ?? 0,
  })),
);

/** What an invitation offers. */
export type InvitationOffer = v.InferOutput<typeof offer>;

/** Invitations into the caller's organisation, and their acceptance. Nobody registers without one. */
export const invitations = {
  list: call({
    method: 'GET',
    path: '/api/invitations',
    right: 'administer',
    origin: 'own',
    summary: { zh: '邀请列表', en: 'Lists the invitations into the organisation' },
    answer: listOf(invitation),
  }),
  /** @throws {ApiError} 403 for roles above one's own */
  create: call({
    method: 'POST',
    path: '/api/invitations',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '邀请加入组织', en: 'Invites somebody into the organisation' },
    body: draft,
    answer: createdInvitation,
    send: ({ departmentId, ...same }: InvitationDraft) => ({ body: { ...same, deptId: departmentId } }),
  }),
  /** It can no longer be accepted; an accepted one has its effect. */
  remove: call({
    method: 'DELETE',
    path: '/api/invitations/{id}',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '撤回邀请', en: 'Takes an invitation back' },
    answer: nothing,
  }),
  /**
   * What an invitation offers.
   * @throws {ApiError} 404 when it is unknown, expired, taken back or accepted
   */
  offer: call({
    method: 'POST',
    path: '/auth/invitation',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '查看邀请', en: 'Says what an invitation offers' },
    body: v.object({ token }),
    answer: offer,
    send: (secret: string) => ({ body: { token: secret } }),
  }),
  /**
   * Accepts for a person who is not logged in; they log in afterwards.
   * @throws {ApiError} 404 as `offer`; 401 for a wrong name or password; 409 for a new account with a taken name
   */
  accept: call({
    method: 'POST',
    path: '/auth/invitation/accept',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: {
      zh: '接受邀请：用已有账号，或新建账号',
      en: 'Accepts an invitation with an account, or makes one',
    },
    body: acceptance,
    answer: joined,
  }),
  /**
   * Accepts for the caller, whose session stays where it is.
   * @throws {ApiError} 404 as `offer`, 403 for an API key
   */
  join: call({
    method: 'POST',
    path: '/api/invitations/join',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '以当前账号接受邀请', en: 'Accepts an invitation for the caller' },
    body: v.object({ token }),
    answer: joined,
    send: (secret: string) => ({ body: { token: secret } }),
  }),
};
