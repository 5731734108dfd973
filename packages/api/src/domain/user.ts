export interface User {
  userId: string;
  username: string;
  /** Area code of the user's region, up to 12 digits; null until chosen. */
  areaCode: string | null;
  userType: string;
  roles: string[];
}

export interface Session {
  /** Short-lived bearer token. */
  accessToken: string;
  /** Seconds until it ends. */
  expiresIn: number;
  user: User;
}
