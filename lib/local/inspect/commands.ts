import type { CallingUser, RouteAnswer } from "../console/actions";
import type { RouteLine } from "../gateways/gateway";
import type { QueuedMessage } from "../services/sqs/queue";

/** A query about a running server, or a request to it, from another process. */
export type InspectCommand =
  | { readonly action: "app" }
  | ({ readonly action: "call" } & NamedCall)
  | ({ readonly action: "table" } & TableQuery)
  | { readonly action: "queue"; readonly queue: string }
  | { readonly action: "send"; readonly queue: string; readonly body: string; readonly groupId?: string };

export interface InspectedApp {
  /** The folder with the Terraform JSON. */
  readonly from: string;
  readonly apis: readonly {
    readonly name: string;
    readonly kind: string;
    readonly urls: readonly string[];
    readonly routes: readonly RouteLine[];
  }[];
  readonly functions: readonly { readonly name: string; readonly path: string }[];
  readonly tables: readonly string[];
  readonly queues: readonly string[];
  readonly pools: readonly { readonly id: string; readonly name: string }[];
}

export interface NamedCall {
  /** The name of the API. @default - the only one */
  readonly api?: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The calling user. @default - none */
  readonly user?: Omit<CallingUser, "pool"> & { readonly pool?: string };
}

export type CallAnswer = RouteAnswer & {
  /** Id of the request in the history. @default - it is not recorded */
  readonly trace?: string;
};

export interface TableQuery {
  /** Name of the table, or the end of its construct path. */
  readonly table: string;
  /** Values of the key: of its partition key, and of its sort key. @default - all items */
  readonly key?: Readonly<Record<string, string | number>>;
  /** The index of the key. @default - the table's own */
  readonly index?: string;
  /** @default 25 */
  readonly limit?: number;
  /** The end of the last page. @default - the first page */
  readonly startKey?: Readonly<Record<string, unknown>>;
}

export interface TablePage {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** For `startKey` of the next page; absent on the last one. */
  readonly nextKey?: Readonly<Record<string, unknown>>;
}

export interface InspectedQueue {
  readonly name: string;
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
  /** The queue for messages that were received too often. */
  readonly deadLetters?: { readonly queue: string; readonly maxReceiveCount: number };
  readonly messages: readonly (Omit<QueuedMessage, "sentAt"> & {
    /** ISO 8601. */
    readonly sentAt: string;
  })[];
}

export interface InspectProblem {
  readonly problem: string;
}
