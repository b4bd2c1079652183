import type { Functions, Timers } from "../../../invoke";
import type { PoolKeys } from "../../identities";
import type { AccessControl } from "../../permissions/access-control";
import type { Inbox } from "./messages/inbox";
import type { PoolSettings } from "./settings/pool-settings";
import type { UserGroups } from "./state/groups";
import type { Sessions } from "./state/sessions";
import type { Users } from "./state/users";

/** A pool of the app, with its users and what it works with. */
export interface Pool {
  readonly settings: PoolSettings;
  readonly users: Users;
  readonly groups: UserGroups;
  readonly sessions: Sessions;
  readonly functions: Functions;
  /** Decides whether the pool may invoke its triggers. @default - it may */
  readonly access?: AccessControl | undefined;
  readonly clock: Timers;
  readonly keys: PoolKeys;
  readonly inbox: Inbox;
  /** The address at which a link in a mail confirms a user. */
  confirmationLink(username: string, code: string, clientId: string): string;
}
