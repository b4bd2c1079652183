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

/** A sign-in that has begun. */
export interface Flow {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly resource: string;
  /** The hash of the cookie of the browser in which it has begun. */
  readonly browser: string;
}

/** A code or a refresh token of a client; the value of the user pool is sealed with it. */
export interface KeptGrant {
  readonly clientId: string;
  readonly resource: string;
  /** Only of a code: the token request names it again. */
  readonly redirectUri?: string | undefined;
  readonly sealed: string;
  /**
   * The id of the sign-in from which the token follows.
   *
   * @default - a token of an earlier version, which begins a family when it is used
   */
  readonly family?: string | undefined;
  /** Whether it was exchanged already. It is kept, so that a second use is noticed. @default false */
  readonly isUsed?: boolean;
}
