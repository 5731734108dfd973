import { sql, type Kysely, type Generated } from 'kysely';
import { hashOpaque, makeOpaque } from '../../platform/auth/opaque-tokens.ts';
import { can, mayGrant } from '../../platform/auth/policy.ts';
import { platformNow } from '../../platform/clock.ts';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant, Instant, OptionalInstant } from '../../platform/storage/schema.ts';

interface InvitationTable {
  id: Generated<string>;
  organisation_id: string;
  created_by: string;
  invitee: string;
  roles: string[];
  department_id: string | null;
  token_hash: Buffer;
  expires_at: Instant;
  accepted_at: OptionalInstant;
  accepted_by: string | null;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    invitation: InvitationTable;
  }
}

/** Prefix of the tokens in the links. */
const INVITATION_PREFIX = 'f3i_';
const DAY_MS = 86_400_000;

/** A new invitation. */
interface InvitationValues {
  readonly invitee: string;
  readonly roles: string[];
  readonly departmentId: string | null;
  readonly days: number;
}

/** An invitation that can be accepted. */
export interface OpenInvitation {
  readonly id: string;
  readonly organisationId: string;
  readonly organisationName: string;
  readonly invitee: string;
  readonly roles: string[];
  readonly expireTime: Date;
}

/** Who accepts: an account, or a new one. */
export type Accepting =
  | { readonly userId: string }
  | { readonly username: string; readonly password_hash: string; readonly display_name: string };

/** Invitations into organisations. Only hashes of their tokens are stored. */
export class InvitationRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #all() {
    return this.#db
      .selectFrom('invitation')
      .innerJoin('app_user as maker', 'maker.id', 'invitation.created_by')
      .leftJoin('app_user as guest', 'guest.id', 'invitation.accepted_by')
      .select([
        'invitation.id',
        'invitation.invitee',
        'invitation.roles',
        'invitation.department_id as deptId',
        'maker.username',
        'invitation.created_at as createTime',
        'invitation.expires_at as expireTime',
        'invitation.accepted_at as acceptTime',
        'guest.username as acceptedBy',
      ]);
  }

  /** Those of an organisation, the newest first. */
  async list(organisationId: string) {
    return this.#all()
      .where('invitation.organisation_id', '=', organisationId)
      .orderBy('invitation.created_at', 'desc')
      .orderBy('invitation.id')
      .limit(1000)
      .execute();
  }

  /** A new invitation with its token, which is not stored. */
  async create(
    maker: { organisationId: string; userId: string },
    { invitee, roles, departmentId, days }: InvitationValues,
  ) {
    const { token, hash } = makeOpaque(INVITATION_PREFIX);
    const { id } = await this.#db
      .insertInto('invitation')
      .values({
        organisation_id: maker.organisationId,
        created_by: maker.userId,
        invitee,
        roles,
        department_id: departmentId,
        token_hash: hash,
        expires_at: new Date(platformNow() + days * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await this.#all().where('invitation.id', '=', id).executeTakeFirstOrThrow();
    return { ...row, token };
  }

  /** Whether there was such a one. */
  remove(organisationId: string, id: string): Promise<boolean> {
    return new OwnedRows(this.#db, 'invitation', ['id']).remove(organisationId, id);
  }

  /**
   * The invitation of a token, while it is open and its maker may give its roles; null otherwise. An operator of the
   * installation may give those of the first member.
   */
  async open(token: string): Promise<OpenInvitation | null> {
    const row = await this.#db
      .selectFrom('invitation')
      .innerJoin('organisation', 'organisation.id', 'invitation.organisation_id')
      .innerJoin('app_user as maker', 'maker.id', 'invitation.created_by')
      .leftJoin('active_membership as here', (join) =>
        join
          .onRef('here.user_id', '=', 'invitation.created_by')
          .onRef('here.organisation_id', '=', 'invitation.organisation_id'),
      )
      .select([
        'invitation.id',
        'invitation.organisation_id as organisationId',
        'organisation.name as organisationName',
        'invitation.invitee',
        'invitation.roles',
        sql<string[]>`effective_roles(invitation.organisation_id, invitation.roles)`.as('effectiveRoles'),
        'invitation.expires_at as expireTime',
        sql<boolean>`maker.installation_operator and not exists (
          select from membership m where m.organisation_id = invitation.organisation_id)`.as('isFounding'),
        'here.roles as makerRoles',
      ])
      .where('invitation.token_hash', '=', hashOpaque(token))
      .where('invitation.accepted_at', 'is', null)
      .where(sql<boolean>`invitation.expires_at > platform_now()`)
      .where('organisation.suspended_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    const { isFounding, makerRoles, effectiveRoles, ...invitation } = row;
    const own = { roles: makerRoles ?? [] };
    const isValid = isFounding || (can(own, 'administer') && mayGrant(own, effectiveRoles));
    return isValid ? invitation : null;
  }

  /**
   * Makes somebody a member by a token, once; who is one already keeps their roles. 'gone' when the invitation is not open
   * any more, 'taken' when the name of the new account is.
   */
  async accept(token: string, who: Accepting): Promise<{ userId: string } | 'gone' | 'taken'> {
    return this.#db.transaction().execute(async (transaction) => {
      // A password was checked since it was opened.
      const open = await new InvitationRepository(transaction).open(token);
      if (!open) return 'gone';
      const { id, organisationId } = open;
      // Locked: of two acceptances at the same time one finds it accepted.
      const invitation = await transaction
        .selectFrom('invitation')
        .select(['roles', 'department_id'])
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!invitation) return 'gone';
      let userId: string;
      if ('userId' in who) ({ userId } = who);
      else {
        const account = await transaction
          .insertInto('app_user')
          .values(who)
          .onConflict((conflict) => conflict.column('username').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!account) return 'taken';
        userId = account.id;
      }
      await transaction
        .insertInto('membership')
        .values({ user_id: userId, organisation_id: organisationId, ...invitation })
        .onConflict((conflict) => conflict.columns(['user_id', 'organisation_id']).doNothing())
        .execute();
      await transaction
        .updateTable('invitation')
        .set({ accepted_at: new Date(platformNow()), accepted_by: userId })
        .where('id', '=', id)
        .execute();
      return { userId };
    });
  }
}
