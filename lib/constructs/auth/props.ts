import type { FunctionReference } from "../../kit/function";
import type { Api } from "../api";

/** Props of a sign-in. */
export interface AuthProps {
  /**
   * The function that signs in: an `AuthHandler` of `serverform/node/auth`.
   *
   * Only this function can create sessions, because only it may read the private key.
   */
  readonly authenticator: FunctionReference;
}

/** Where people sign in. */
export interface AuthAttachProps {
  /** The API that gets the routes of the sign-in. All its functions can read the sessions. */
  readonly api: Api;
  /** The path of the routes. @default "/auth" */
  readonly prefix?: string | undefined;
}
