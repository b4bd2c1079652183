import type { PoolKeys } from "../../identities";
import type { Functions, Timers } from "../../invoke";
import type { AccessControl } from "../../permissions/access-control";
import type { Inbox, SimulatedCodes } from "./messages/inbox";
import type { AddressAttribute, PoolSettings } from "./settings/pool-settings";
import type { PoolClients } from "./state/clients";
import type { UserGroups } from "./state/groups";
import type { LoginStyles } from "./state/login-styles";
import type { Sessions } from "./state/sessions";
import type { User } from "./state/user";
import type { Users } from "./state/users";

/** A pool of the app, with its users and what it works with. */
export interface Pool {
  readonly settings: PoolSettings;
  readonly users: Users;
  readonly groups: UserGroups;
  readonly clients: PoolClients;
  /** The styles of the sign-in pages for each client. */
  readonly styles: LoginStyles;
  readonly sessions: Sessions;
  /** Codes that were requested for users who get none. */
  readonly simulated: SimulatedCodes;
  readonly functions: Functions;
  /** Decides whether the pool may invoke its triggers. @default - it may */
  readonly access?: AccessControl | undefined;
  readonly clock: Timers;
  readonly keys: PoolKeys;
  readonly inbox: Inbox;
  /** The address at which a link in a mail confirms a user. */
  confirmationLink(username: string, code: string, clientId: string): string;
}

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
