import type { Timers } from "./invoke";
import type { PermissionsMode } from "./permissions/permissions-mode";
import type { Report } from "./report";
import type { SeededUser } from "./services/cognito-idp/commands";
import type { AccessKeys } from "./wire/local-credentials";

/** Options of the local server. */
export interface LocalOptions {
  /** Terraform JSON: an output folder of this library, or any folder. */
  readonly from: string;
  /** The list of artifacts that synthesis wrote; undefined: code is read from the paths in the JSON. */
  readonly bundlesFile: string | undefined;
  /** Where the server keeps code, and how to reach it. No other running server has it. */
  readonly folder: string;
  /**
   * Where the keys of user pools are. Servers may share them, so that each accepts the tokens of the others.
   *
   * @default - `folder`
   */
  readonly keysFolder?: string;
  /** The access keys that are valid on this server. */
  readonly accessKeys: AccessKeys;
  readonly host: string;
  readonly port: number;
  /** Port of the emulated services. @default - any free port */
  readonly servicesPort?: number | undefined;
  /** Folder in which tables survive the server; undefined: tables are in memory. */
  readonly dataFolder: string | undefined;
  /** Emulators and other addresses that the user gives: by service, or by the URI of an integration. */
  readonly endpoints: ReadonlyMap<string, string>;
  /** URL of a Postgres or MySQL server that the clusters of the app use here. @default - Postgres in this process */
  readonly databaseServer?: string | undefined;
  readonly inspectPort: number | undefined;
  /** @default - a quarter of the memory of this machine */
  readonly idleMemoryMb?: number | undefined;
  readonly runsSchedules: boolean;
  /** Whether failed events of functions are tried again after seconds, in place of minutes. @default false */
  readonly retriesFast?: boolean | undefined;
  /** The value of a secret of `Config.Secret` on this machine, by its name. @default - there are none */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
  /** Users whom the pools have from the start. @default - none */
  readonly seed?: readonly SeededUser[] | undefined;
  /** The treatment of a request that no permission of its role allows. @default "enforce" */
  readonly permissions?: PermissionsMode | undefined;
  /** Whether the permissions that functions use are counted. @default false */
  readonly countsPermissions?: boolean | undefined;
  /** The maximum number of facts that the history keeps; 0: nothing is recorded. @default 10000 */
  readonly historyLimit?: number | undefined;
  /** How many requests of clients the history records in a second, besides 1,000 at once. @default - all */
  readonly recordedPerSecond?: number | undefined;
  /** Port of the console; 0 for any. @default - there is no console */
  readonly consolePort?: number | undefined;
  /** Whether each fact of the history is reported when it ends. @default false */
  readonly reportsFacts?: boolean | undefined;
  /** Whether scripts and migrations run by themselves. @default true */
  readonly runsInvocations?: boolean;
  /** Whether sources are bundled again when they change. */
  readonly watch: boolean;
  readonly report: Report;
  /**
   * Whether lines of access logs are reported.
   *
   * @default true
   */
  readonly reportsAccessLog?: boolean;
  readonly clock?: Timers;
  /** The time by which schedules run. @default - `clock` */
  readonly scheduleClock?: Timers;
}
