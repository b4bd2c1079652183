import type { Model } from "../../model";
import type { RouteLine } from "../gateways/gateway";
import type { Fact } from "../history/fact";
import type { InvokeOutcome } from "../invoke";
import { includesAction } from "../permissions/usage/narrower-grants";
import type { RecordedUse } from "../permissions/usage/recorded-use";
import { type FunctionPermissions, type GrantUse, permissionsReport } from "../permissions/usage/report";
import type { ListedUser } from "../services/cognito-idp/commands";
import type { DataActions } from "./data";

/** A deployed stage, of which the console knows a part. */
export interface ShownStage {
  readonly name: string;
  readonly region: string;
  /** The sources of the page, and what it can change: `from its logs and traces. The page changes nothing.` */
  readonly summary: string;
  /** Shown while nothing has happened. */
  readonly empty: string;
  /** Whether functions can be invoked here. @default false */
  readonly invokes?: boolean;
  /** The limits of the page of a stage, one sentence each. */
  readonly limits: readonly string[];
  /** The parts that this app or these credentials leave out, one sentence each. */
  readonly problems: readonly string[];
}

/** The app, as the page shows it. */
export interface ConsoleApp {
  /** The folder of the project, whose files the editor may open. @default - there are no links to files */
  readonly folder?: string;
  /** @default - the app is served by this server */
  readonly stage?: ShownStage;
  readonly apis: readonly {
    /** Address of its resource, or another unique text: APIs of two stacks may have one name. */
    readonly address: string;
    readonly name: string;
    readonly kind: string;
    readonly urls: readonly string[];
    readonly routes: readonly ConsoleRoute[];
    /** An API key of a GraphQL or REST API. @default - it has none */
    readonly apiKey?: string;
  }[];
  readonly functions: readonly ConsoleFunction[];
  /** The user pools, and other issuers whose tokens the app accepts. */
  readonly pools: readonly CallingPool[];
  readonly users: readonly ListedUser[];
}

export interface ConsoleRoute extends RouteLine {
  /** The permitted callers, in words. @default - those of its authorizer */
  readonly callers?: string;
}

export interface ConsoleFunction {
  readonly name: string;
  readonly arn: string;
  /** Construct path. */
  readonly path: string;
  /** `functions/orders.ts get`. @default - its code is built elsewhere, or by an earlier synthesis */
  readonly source?: string;
}

/** A request that the page sends to a route. */
export interface RouteCall {
  /** The base URL of the API, as the page has it. */
  readonly url: string;
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The user who calls. @default - none */
  readonly user?: CallingUser;
}

/** A user pool, or another issuer. */
export interface CallingPool {
  readonly id: string;
  readonly name: string;
  /** Whether the app creates it. */
  readonly isOwn: boolean;
  readonly hasGroups: boolean;
}

export interface CallingUser {
  /** Id of the pool or of the issuer. */
  readonly pool: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
}

export type RouteAnswer =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly problem: string };

/** A part of the answer of a route, as it comes: the head, then texts; or why there is no answer, or no more of it. */
export type RouteAnswerPart =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly text: string }
  | { readonly problem: string };

/** The actions that the page can ask for, by the path of its requests. */
export interface ConsoleActions extends DataActions {
  app(): Promise<ConsoleApp>;
  facts(): Promise<{ readonly facts: readonly Fact[]; readonly forgotten: number }>;
  /** Facts as they may leave this machine: without secrets. */
  share(asked: { readonly ids: readonly string[] }): Promise<{ readonly facts: readonly Fact[] }>;
  invoke(asked: {
    readonly function: string;
    readonly payload: string;
  }): Promise<InvokeOutcome | { readonly problem: string }>;
  /** @param signal - ends the request, when the page has gone away */
  call(asked: RouteCall, signal: AbortSignal): AsyncIterable<RouteAnswerPart>;
  clear(): Promise<object>;
  /** The permissions of functions and their use, which is not known on a stage. */
  permissions(): Promise<{ readonly functions: readonly ShownPermissions[] }>;
}

const names: Readonly<Record<keyof ConsoleActions, true>> = {
  app: true,
  facts: true,
  share: true,
  invoke: true,
  call: true,
  clear: true,
  permissions: true,
  data: true,
  operate: true,
  messages: true,
  objects: true,
  object: true,
  upload: true,
  mails: true,
  map: true,
  samples: true,
};

export const actionNames = Object.keys(names) as readonly (keyof ConsoleActions)[];

/** The access of a function to one construct, and its use. */
export interface ShownGrant extends GrantUse {
  /** The granted actions that were not called, as AWS spells them. */
  readonly rest: readonly string[];
  /** Whether the library grants it to every such function: logs, traces, network interfaces. */
  readonly isOfLibrary: boolean;
}

export interface ShownPermissions extends Omit<FunctionPermissions, "grants"> {
  readonly grants: readonly ShownGrant[];
}

const ofLibrary =
  /^(logs:(CreateLogStream|PutLogEvents)|xray:Put(TraceSegments|TelemetryRecords)|ec2:(Create|Describe|Delete)NetworkInterfaces?|ec2:DescribeSubnets|ec2:(Una|A)ssignPrivateIpAddresses)$/;

/** The report about permissions, with all granted actions: the plain report only contains actions with known use. */
export function shownPermissions(
  model: Model,
  use: RecordedUse,
  isMeasured: (service: string) => boolean,
): readonly ShownPermissions[] {
  const granted = new Map(
    permissionsReport(model, {}, () => true).functions.map(({ function: path, grants }) => [path, grants]),
  );
  return permissionsReport(model, use, isMeasured).functions.map(({ grants, ...report }) => ({
    ...report,
    grants: grants.map((each, index) => {
      const { unused = [], implied = [] } = granted.get(report.function)?.[index] ?? {};
      const actions = [...unused, ...implied].sort();
      const isOfLibrary = actions.length > 0 && actions.every((action) => ofLibrary.test(action));
      const rest = actions.filter(
        (action) => !each.used.some((used) => includesAction([action.toLowerCase()], used.action)),
      );
      return { ...each, rest, isOfLibrary };
    }),
  }));
}
