import type { GraphQLResolveInfo } from "graphql";
import type { GraphqlApiConfig, ResolverStep } from "../../../../model/gateways/app-sync/config";
import type { FieldRules } from "../../../../model/gateways/app-sync/field-rules";
import type { GatewayContext } from "../../gateway";
import type { GraphqlCaller } from "../access/caller";
import type { Batches } from "../data-sources/batches";
import type { FilterGroups } from "../utilities/filter";
import type { HandlerEffects, Invalidation } from "../utilities/invocation";
import type { ResolverError } from "../utilities/signals";
import type { ApiSchema } from "./api-schema";
import type { Handlers } from "./handlers";

/** An API, ready to run operations. */
export interface LoadedApi extends ApiSchema {
  readonly config: GraphqlApiConfig;
  readonly rules: FieldRules;
  /** The handlers of a step; undefined where the function gets the whole context. Throws `InvalidCode`. */
  handlersOf(step: ResolverStep): Handlers | undefined;
}

/** The HTTP request or the handshake of an operation, as handlers see it. */
export interface OperationSource {
  readonly headers: Readonly<Record<string, string>>;
  readonly domainName: string | null;
}

/** An error that an operation has beside its data. */
export interface AppendedError {
  readonly error: ResolverError;
  readonly info: GraphQLResolveInfo;
}

/** One operation of a client. */
export class GraphqlOperation {
  readonly appended: AppendedError[] = [];
  readonly responseHeaders = new Map<string, string>();
  readonly invalidations: Invalidation[] = [];
  /** The filter that the resolver of a subscription sets. */
  filter: FilterGroups | undefined;
  invalidationFilter: FilterGroups | undefined;
  /** Names of functions that took part. */
  readonly functions = new Set<string>();
  resolvers = 0;

  constructor(
    readonly api: LoadedApi,
    readonly caller: GraphqlCaller,
    readonly source: OperationSource,
    readonly batches: Batches,
    readonly context: GatewayContext,
    readonly signal: AbortSignal,
  ) {}

  /** The effects that the handlers of a field read and have. */
  effects(info: GraphQLResolveInfo, name: string): HandlerEffects {
    const { report, clock } = this.context;
    return {
      clock,
      mode: this.caller.mode,
      responseHeaders: this.responseHeaders,
      append: (error) => this.appended.push({ error, info }),
      invalidate: (invalidation) => this.invalidations.push(invalidation),
      setFilter: (filter) => {
        this.filter = filter;
      },
      setInvalidationFilter: (filter) => {
        this.invalidationFilter = filter;
      },
      log: (level, line) => {
        const stream = level === "error" || level === "warn" ? "stderr" : "stdout";
        report({ event: "log", function: name, requestId: undefined, stream, line });
      },
      notHere: (what) => report({ event: "warning", text: `${name}: ${what} has no effect here.` }),
    };
  }
}
