import type {
  Fact,
  InvokeEvent,
  LocalEvent,
  PermissionsReport,
  RouteLine,
  ServedUserPool,
} from "../../local";
import type { LiveEvent } from "../live-client/report";
import type { DeploymentOutput } from "../terraform/report";
import type { ErrorOutput } from "../ui/print-error";

/** The line of `local --json` when the app is served, and again after each change. */
export interface ReadyLine {
  readonly event: "ready";
  readonly apis: readonly ReadyApi[];
  /** Where SDKs send their requests. */
  readonly services?: string;
  /** The address of each service, by its name. */
  readonly serviceAddresses?: Readonly<Record<string, string>>;
  /** The address of the console, with its secret. */
  readonly console?: string;
  readonly userPools?: readonly ServedUserPool[];
}

/** A served API. */
export interface ReadyApi {
  readonly name: string;
  readonly kind: string;
  readonly port: number;
  readonly urls: readonly string[];
  /** The address for WebSocket clients. */
  readonly socketUrl?: string;
  readonly routes: readonly RouteLine[];
}

/** The last line of `local --permissions report --json`. */
export interface PermissionsLine extends PermissionsReport {
  readonly event: "permissions";
}

/** A line of `local --json`. An error does not end it: the server waits for the next change. */
export type LocalLine = ReadyLine | LocalEvent | PermissionsLine | ErrorOutput;

/** The line of `start --json --console-page` when the page is served. */
export interface ConsoleLine {
  readonly event: "console";
  /** The address of the page, with its secret. */
  readonly console: string;
  /** Facts that the page does not have, a sentence each. */
  readonly limits: readonly string[];
}

/** A line of `start --json --facts`: something has happened here. */
export interface FactLine {
  readonly event: "fact";
  readonly fact: Fact;
}

/** A line of `start --json`. The outcome of the stacks is the last line of `--remove`, and of a deployment that has failed. */
export type StartLine = LiveEvent | ConsoleLine | FactLine | DeploymentOutput;

/** A line of `logs --json`. */
export type LogsLine = Extract<InvokeEvent, { readonly event: "log" | "function-error" }>;
