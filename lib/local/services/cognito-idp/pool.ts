import type { PoolKeys } from "../../identities";
import type { Functions, Timers } from "../../invoke";
import type { AccessControl } from "../../permissions/access-control";
import type { Inbox } from "./messages/inbox";
import type { SimulatedCodes } from "./messages/simulated-codes";
import type { PoolSettings } from "./settings/pool-settings";
import type { PoolClients } from "./state/clients";
import type { UserGroups } from "./state/groups";
import type { LoginStyles } from "./state/login-styles";
import type { Sessions } from "./state/sessions";
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
  /** Codes that were asked for users who get none. */
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
