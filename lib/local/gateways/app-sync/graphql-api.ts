import {
  FieldRules,
  type GraphqlApiConfig,
  type Model,
  type ResolverStep,
  type Resource,
  readGraphqlApi,
} from "../../../model";
import type { GatewayContext, RouteLine } from "../gateway";
import { AppSyncGateway } from "./app-sync-gateway";
import { authorize } from "./authorize";
import { dataSourceName } from "./data-sources";
import { Batches } from "./data-sources/batches";
import {
  type AppSyncExchange,
  type AppSyncResponse,
  type GraphqlRequestBody,
  refused,
  requestOf,
  timedOut,
  withinLimit,
} from "./exchange";
import { readSchema } from "./execution/api-schema";
import { execute, type GraphqlAnswer } from "./execution/execute";
import { GraphqlOperation, type Handlers, type LoadedApi, readHandlers } from "./execution/operation";
import { readDocument } from "./execution/read-document";
import { SubscriptionServer } from "./subscriptions/subscription-server";
import { publishMutation } from "./subscriptions/subscriptions";

/** A GraphQL API: queries and mutations by HTTP, subscriptions by WebSocket. */
export class ServedGraphqlApi extends AppSyncGateway<GraphqlApiConfig> {
  readonly kind = "GRAPHQL";
  protected readonly sockets: SubscriptionServer;
  /** Read with the first operation, so that an app pays for the engine only when it is used. */
  private loaded: LoadedApi | undefined;

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, "/graphql", readGraphqlApi);
    this.sockets = new SubscriptionServer(this.access, () => this.ready());
  }

  /** A schema has subscriptions if a type of that name, or one that it declares for them, is in it. */
  get socketPath(): string | undefined {
    const hasSubscriptions = /\btype\s+Subscription\b|\bsubscription\s*:/.test(this.config.schemaText);
    return hasSubscriptions ? "/graphql/realtime" : undefined;
  }

  get routes(): readonly RouteLine[] {
    const [way] = this.config.ways;
    return [...this.config.resolvers.values()].map((resolver) => ({
      method: resolver.type,
      path: resolver.field,
      authorizer: way?.mode ?? "none",
      target: resolver.steps === undefined ? targetOf(resolver) : resolver.steps.map(targetOf).join(", "),
    }));
  }

  protected override applyConfig(): void {
    super.applyConfig();
    this.loaded = undefined;
  }

  private ready(): LoadedApi {
    this.loaded ??= loadApi(this.config);
    return this.loaded;
  }

  protected override async answer(exchange: AppSyncExchange, body: Buffer): Promise<AppSyncResponse> {
    const { rawPath, notes } = exchange;
    const asked = requestOf(body);
    const check = await authorize(
      this.config,
      {
        requestId: exchange.id,
        headers: exchange.headers,
        signedPath: rawPath,
        body,
        sourceIp: exchange.sourceIp,
        operation: asked,
      },
      this.access,
    );
    if (!check.accepted) {
      notes.reason = check.reason;
      return refused(401, "UnauthorizedException", check.message);
    }
    if (asked === undefined) {
      const text = 'The body is not JSON with a query: { "query": "..." }.';
      notes.reason = text;
      return refused(400, "MalformedHttpRequestException", text);
    }
    const source = { headers: exchange.headers, domainName: null };
    const ending = new AbortController();
    const operation = new GraphqlOperation(
      this.ready(),
      check.caller,
      source,
      new Batches(),
      this.context,
      ending.signal,
    );
    const answer = await withinLimit(this.context.clock, ending, this.run(asked, operation));
    const [functionName] = operation.functions;
    if (functionName !== undefined) notes.functionName = functionName;
    if (answer === undefined) {
      notes.reason = "The operation took longer than 30 seconds.";
      return written({ data: null, errors: [timedOut] }, {});
    }
    notes.reason = reasonOf(answer);
    return written(answer, Object.fromEntries(operation.responseHeaders));
  }

  private async run(asked: GraphqlRequestBody, operation: GraphqlOperation): Promise<GraphqlAnswer> {
    const read = readDocument(operation.api, asked.query, asked.operationName);
    if ("errors" in read) return { data: null, errors: read.errors };
    if (read.operation.operation === "subscription") {
      const message = "Subscriptions need a WebSocket connection.";
      return { data: null, errors: [{ errorType: "UnsupportedOperation", message }] };
    }
    const { document } = read;
    const answer = await execute(
      { document, operationName: asked.operationName, variables: asked.variables },
      operation,
    );
    if (read.operation.operation === "mutation") {
      await publishMutation(this.sockets.subscriptions, operation, read, answer);
    }
    return answer;
  }
}

function written(answer: object, headers: Readonly<Record<string, string>>): AppSyncResponse {
  return { status: 200, body: JSON.stringify(answer), headers };
}

function reasonOf({ errors = [] }: GraphqlAnswer): string | undefined {
  const [first] = errors as readonly { readonly message?: string }[];
  return first?.message;
}

function targetOf(step: ResolverStep | undefined): string {
  const source = step?.dataSource;
  return source === undefined ? "nothing" : dataSourceName(source);
}

/** Makes an API ready to run operations. Handlers are read when they are first needed. */
function loadApi(config: GraphqlApiConfig): LoadedApi {
  const known = new Map<ResolverStep, Handlers | undefined>();
  return {
    ...readSchema(config.schemaText),
    config,
    rules: new FieldRules(config),
    handlersOf: (step) => {
      if (!known.has(step)) known.set(step, readHandlers(step.mapping, step.name));
      return known.get(step);
    },
  };
}
