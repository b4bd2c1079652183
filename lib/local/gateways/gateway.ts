import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Model, Resource } from "../../model";
import type { History } from "../history/history";
import type { Issuers } from "../identities/issuers";
import type { Functions, Timers } from "../invoke";
import { partFailure, placeOf } from "../part-failure";
import type { AccessControl } from "../permissions/access-control";
import type { Report } from "../report";
import type { AccessKeys } from "../wire/local-credentials";

/** The services of every gateway. */
export interface GatewayContext {
  /** Decides whether callers of `iam` routes may call them. @default - they may */
  readonly access?: AccessControl;
  /** The access keys that are valid here. */
  readonly accessKeys: AccessKeys;
  readonly functions: Functions;
  readonly report: Report;
  /**
   * Whether access logs are reported. Writing the lines takes time.
   *
   * @default true
   */
  readonly reportsAccessLog?: boolean;
  readonly clock: Timers;
  /** The history. @default - nothing is recorded */
  readonly history?: History | undefined;
  /** Other addresses for `url`, load-balancer and `cloud` integrations, by the URI in the JSON. */
  readonly endpoints: ReadonlyMap<string, string>;
  /** Keys of token issuers. Keys of user pools in the model are local; others are fetched. */
  readonly issuers: Issuers;
  /** Where a host of AWS is served here: `127.0.0.1:4000`. @default - nowhere */
  authorityOf?(host: string): string | undefined;
}

/** A route in the list at startup. */
export interface RouteLine {
  readonly method: string;
  readonly path: string;
  /** `none`, `iam`, or the authorizer's name. */
  readonly authorizer: string;
  /** The function's name, or the URL or service that is called. */
  readonly target: string;
}

/** One API of the model, served on its own port. */
export interface Gateway {
  /** Address of its resource, such as an `aws_apigatewayv2_api`. Identifies the API when the model changes. */
  readonly address: string;
  readonly kind: "HTTP" | "REST" | "WEBSOCKET" | "GRAPHQL" | "EVENTS" | "URL" | "SITE" | "ALB";
  /** Name of the API in AWS. */
  readonly name: string;
  /** Base paths of its URLs, one per stage: `/` or `/dev`. */
  readonly basePaths: readonly string[];
  readonly routes: readonly RouteLine[];
  /** Path of the address for WebSocket clients of an API that has other addresses, too: `/graphql/realtime`. */
  readonly socketPath?: string | undefined;
  /** Answers every request; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a WebSocket handshake; absent for other kinds of APIs. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Takes over a changed model, and its resource there. Caches, counters and sockets stay. */
  replace(model: Model, resource: Resource): void;
  close(): Promise<void>;
}

type Create<Context> = (model: Model, context: Context, before?: readonly Gateway[]) => readonly Gateway[];

/** Creates a gateway for each of some resources of a model, or keeps the existing one, which takes over the changed model. */
export function creates<Context extends GatewayContext>(
  kind: Gateway["kind"],
  resourcesOf: (model: Model) => readonly Resource[],
  Served: new (model: Model, resource: Resource, context: Context) => Gateway,
): Create<Context> {
  return (model, context, before = []) =>
    resourcesOf(model).map((resource) => {
      const known = before.find((each) => each.kind === kind && each.address === resource.address);
      try {
        if (known === undefined) return new Served(model, resource, context);
        known.replace(model, resource);
        return known;
      } catch (error) {
        throw partFailure(error, placeOf(resource), resource.type);
      }
    });
}

/** Reports a text, unless it has been reported. */
export type ReportOnce = (event: "notice" | "warning", text: string) => void;

export function reportOnce(report: Report): ReportOnce {
  const told = new Set<string>();
  return (event, text) => {
    if (told.has(text)) return;
    told.add(text);
    report({ event, text });
  };
}
