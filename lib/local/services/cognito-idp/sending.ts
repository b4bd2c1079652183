import type { Pool } from "./pool";
import type { AddressAttribute } from "./settings/pool-settings";
import type { User } from "./state/user";

/** The occasion of a message, as the sources of triggers end: `CustomMessage_SignUp`. */
export type Occasion =
  | "SignUp"
  | "ResendCode"
  | "ForgotPassword"
  | "UpdateUserAttribute"
  | "VerifyUserAttribute"
  | "Authentication"
  | "AdminCreateUser";

/** A code on its way to a user. */
export interface Sending {
  readonly pool: Pool;
  readonly user: User;
  readonly occasion: Occasion;
  /** To which of the user's addresses. */
  readonly attribute: AddressAttribute;
  /** The new address, where it is not the user's yet. */
  readonly to?: string | undefined;
  /** The code or the temporary password. */
  readonly code: string;
  readonly clientId?: string | undefined;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

/** The texts of a message; `{####}` stands for the code. */
export interface MessageTemplate {
  readonly subject: string;
  readonly email: string;
  readonly sms: string;
}
