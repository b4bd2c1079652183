import type { DocumentSource } from "./client-document";

/** The network and the table, which tests replace. */
export interface AuthoritySource extends DocumentSource {
  /** Sends a form to an endpoint of the user pool, with a time limit. */
  postForm(url: string, form: Readonly<Record<string, string>>): Promise<PostedForm>;
}

interface PostedForm {
  readonly status: number;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Flow {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly resource: string;
  /** The hash of the cookie of the browser that started it. */
  readonly browser: string;
}

/** A code or a refresh token of a client, which seals the token of the user pool. */
export interface KeptGrant {
  readonly clientId: string;
  readonly resource: string;
  /** Only for a code: the token request must repeat it. */
  readonly redirectUri?: string | undefined;
  readonly sealed: string;
  /**
   * The id of the sign-in that the token belongs to.
   *
   * @default - a token of an earlier version, which starts a family when it is used
   */
  readonly family?: string | undefined;
  /** Whether it was exchanged. It is kept to detect a second use. @default false */
  readonly isUsed?: boolean;
}
