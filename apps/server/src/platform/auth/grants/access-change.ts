/** A change of rights that somebody's access depends on. Plain data with ids: it also goes to the other servers. */
export type AccessChange =
  /** A device has another owner, left its gateway, has another token or was deleted. */
  | { readonly of: 'device'; readonly id: string }
  /** A share of a device with a person, or with an organisation, began, changed or was stopped. */
  | {
      readonly of: 'share';
      readonly deviceId: string;
      readonly userId: string | null;
      readonly organisationId: string | null;
    }
  /** Roles or password of a person changed, or the person was locked or deleted. */
  | { readonly of: 'person'; readonly id: string }
  /** The people of an organisation have other rights. */
  | { readonly of: 'organisation'; readonly id: string }
  /** A login ended before its tokens did. */
  | { readonly of: 'session'; readonly id: string }
  /** An API key or embed token was removed. */
  | { readonly of: 'key'; readonly id: string }
  /** A scene was deleted. */
  | { readonly of: 'scene'; readonly id: string }
  /** Changes may have been missed: all grants are checked. */
  | { readonly of: 'everything' };
