import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Functions, Timers } from "../../invoke";
import type { Issuers } from "../identities/issuers";
import type { Model } from "../model/model";
import type { Report } from "../report";

/** What every gateway works with. */
export interface GatewayContext {
  readonly functions: Functions;
  readonly report: Report;
  /**
   * Whether lines of access logs are reported: each takes a while to put together.
   *
   * @default true
   */
  readonly reportsAccessLog?: boolean;
  readonly clock: Timers;
  /** Where a `url`, load-balancer or `cloud` integration is sent instead, by the URI that the JSON names. */
  readonly endpoints: ReadonlyMap<string, string>;
  /** Keys of token issuers; those of the model's own user pools are at hand, others are fetched. */
  readonly issuers: Issuers;
}

/** A route, as it is listed at the start. */
export interface RouteLine {
  readonly method: string;
  readonly path: string;
  /** `none`, `iam`, or the authorizer's name. */
  readonly authorizer: string;
  /** The function's name, or the URL or service that is called. */
  readonly target: string;
}

/** One API of the model, served on a port of its own. */
export interface Gateway {
  /** Address of its `aws_apigatewayv2_api` or `aws_api_gateway_rest_api`; keeps its port through changes. */
  readonly address: string;
  readonly kind: "HTTP" | "REST" | "WEBSOCKET";
  /** Name of the API in AWS. */
  readonly name: string;
  /** What its URLs begin with, behind host and port: `/` or `/dev`; several with several stages. */
  readonly basePaths: readonly string[];
  readonly routes: readonly RouteLine[];
  /** Answers every request; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a WebSocket handshake; absent where there are no sockets. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Takes over a changed model; caches, counters and sockets stay. */
  replace(model: Model): void;
  close(): Promise<void>;
}

/** Of gateways from before a change, the one of an API, which has taken over the changed model; undefined for a new API. */
export function keptGateway(
  before: readonly Gateway[],
  kind: Gateway["kind"],
  address: string,
  model: Model,
): Gateway | undefined {
  const known = before.find((each) => each.kind === kind && each.address === address);
  known?.replace(model);
  return known;
}
