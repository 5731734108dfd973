import type { User } from './user.ts';

/** A user as administrators see one. */
export interface Person extends User {
  displayName: string;
  phone: string;
  email: string;
  departmentId: string | null;
  /** Whether they may log in. */
  enabled: boolean;
}

/** What users say of themselves; an omitted field stays. */
export interface ProfilePatch {
  displayName?: string;
  phone?: string;
  email?: string;
  /** Null = none chosen. */
  areaCode?: string | null;
}

export interface PersonDraft extends ProfilePatch {
  username: string;
  /** Made and answered once when omitted. At least 8 characters. */
  password?: string;
  roles: readonly string[];
  departmentId?: string | null;
}

export interface PersonPatch extends ProfilePatch {
  password?: string;
  roles?: readonly string[];
  departmentId?: string | null;
  enabled?: boolean;
}

export interface Role {
  role: string;
  /** In Chinese. */
  name: string;
  rights: string[];
}

/** A running login. */
export interface LoginSession {
  id: string;
  /** Where it was opened. */
  address: string;
  userAgent: string;
  /** Epoch ms. */
  createdAt: number;
  lastUsedAt: number;
  /** Whether it is the caller's own. */
  current: boolean;
}

/** A program's key. */
export interface ApiKey {
  id: string;
  name: string;
  roles: string[];
  /** Epoch ms; null = until it is removed. */
  expiresAt: number | null;
}

/** Lets a foreign page show one scene, read only. */
export interface EmbedToken {
  id: string;
  name: string;
  sceneId: string;
  sceneName: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** Who changed what. */
export interface AuditEntry {
  /** Counts from 1 without gaps. */
  seq: number;
  /** Epoch ms. */
  at: number;
  username: string;
  address: string;
  /** Name of the call, such as 'devices.remove'. */
  action: string;
  target: string;
  /** Hexadecimal; covers this entry and all before it. */
  hash: string;
}
