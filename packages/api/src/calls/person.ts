import * as v from 'valibot';
import { codeSchema, instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { ROLE_NAMES } from './rights.ts';

/* People in the calls of users and of the caller's account. */

/** Least length of a password that is used alone (NIST SP 800-63B-4, 3.1.1.2); there are no rules on its characters. */
export const MIN_PASSWORD_LENGTH = 15;
/** Longer texts are refused before they are hashed. */
export const MAX_PASSWORD_LENGTH = 1024;

export const personWire = v.object({
  userId: codeSchema,
  username: v.string(),
  displayName: textSchema,
  phone: textSchema,
  email: textSchema,
  /** Area code of the user's region, up to 12 digits; null until chosen. */
  areaCode: optionalTextSchema,
  /** A data URL of a small image; null until chosen. */
  picture: optionalTextSchema,
  userType: v.optional(v.string(), 'user'),
  roles: v.optional(v.array(v.string()), []),
  deptId: optionalTextSchema,
  /** Whether they may log in. */
  enabled: v.boolean(),
  /** Whether the server made the password: until its user changes it, other calls are refused. */
  mustChangePassword: v.optional(v.boolean(), false),
  createTime: instantSchema,
});

/** The caller's own data. */
export const user = v.pipe(
  v.object({
    ...personWire.entries,
    /** Organisation in which the session works. */
    organisationId: textSchema,
    organisationName: textSchema,
    installationOperator: v.optional(v.boolean(), false),
    /** Rights that the roles give in that organisation. */
    rights: v.optional(v.array(v.string()), []),
  }),
  v.transform((wire) => ({
    userId: wire.userId,
    username: wire.username,
    displayName: wire.displayName,
    phone: wire.phone,
    email: wire.email,
    /** A data URL of a small image; null until chosen. */
    picture: wire.picture,
    /** The organisation in which the session works. */
    organisation: { id: wire.organisationId, name: wire.organisationName },
    /** Whether the user may create and suspend organisations. */
    isInstallationOperator: wire.installationOperator,
    /** Area code of the user's region, up to 12 digits; null until chosen. */
    areaCode: wire.areaCode,
    userType: wire.userType,
    roles: wire.roles,
    /** Rights in the whole organisation. */
    rights: wire.rights,
    /** Whether the password has to be changed before anything else. */
    mustChangePassword: wire.mustChangePassword,
  })),
);

export const toPerson = ({ deptId, createTime, ...same }: v.InferOutput<typeof personWire>) => ({
  ...same,
  departmentId: deptId,
  /** Epoch milliseconds. */
  createdAt: createTime ?? 0,
});

/** A user for administrators. */
export const person = v.pipe(personWire, v.transform(toPerson));

export type User = v.InferOutput<typeof user>;
export type Person = v.InferOutput<typeof person>;

/** A built-in role by its name, or an own one of the organisation by its id. */
export const roleName = v.union(
  [
    v.picklist(ROLE_NAMES),
    v.pipe(
      v.string(),
      v.uuid('user.role'),
      v.transform((id) => id.toLowerCase()),
    ),
  ],
  'user.role',
);
