/** An issuer that publishes its keys, and the recipients of its tokens. */
export interface ApiJwt {
  /** Intended recipients: a token must have one of them as `aud` or `client_id`. */
  readonly audience: readonly string[];
  /** Base address of the issuer, with `https://`. */
  readonly issuer: string;
}

/** A user pool, by its id. */
export interface ApiUserPool {
  /** Id of the user pool, such as `us-east-1_a1b2c3d4e`. */
  readonly id: string;
  /** Clients whose tokens are accepted. @default - a client that is created in the pool */
  readonly clientIds?: readonly string[] | undefined;
  /** Region of the user pool. @default - the region with which the id begins; for a reference, the app's */
  readonly region?: string | undefined;
}

/** A `Userbase`: its pool, and its clients. */
export interface ApiUserDirectory {
  /** Id of the user pool. */
  readonly userPoolId: string;
  /** Id of the client in which users sign in. */
  readonly userPoolClientId: string;
  /** All clients in which users sign in. @default - the client above */
  readonly userPoolClientIds?: readonly string[] | undefined;
}
