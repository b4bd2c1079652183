import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { TokenVerifier } from "../../identities/token-verifier";
import type { Model, Resource } from "../../model/model";
import { TtlCache } from "../../wire/ttl-cache";
import { withTimeout } from "../../wire/with-timeout";
import { functionNameInArn } from "../function-arn";
import type { Gateway, GatewayContext, RouteLine } from "../gateway";
import { handleRequest } from "../handle-request";
import { reportOnce } from "../report-once";
import { type AccessServices, authorize } from "./access/authorize";
import type { GraphqlApiConfig, ResolverStep } from "./config/config";
import { readGraphqlApi } from "./config/read-config";
import { Batches } from "./data-sources/batches";
import { GraphqlExchange, type GraphqlResponse, readPost, refused } from "./exchange";
import { execute, type GraphqlAnswer } from "./execution/execute";
import { loadApi } from "./execution/load-api";
import { GraphqlOperation, type LoadedApi } from "./execution/operation";
import { readDocument } from "./execution/read-document";
import { type GraphqlRequestBody, requestOf } from "./request-body";
import { publishMutation } from "./subscriptions/publish-mutation";
import { SubscriptionServer } from "./subscriptions/subscription-server";

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
export const longestOperationMs = 30_000;

const paths: readonly string[] = ["/graphql", "/graphql/"];

/** A GraphQL API: queries and mutations by HTTP, subscriptions by WebSocket. */
export class ServedGraphqlApi implements Gateway {
  readonly kind = "GRAPHQL";
  readonly address: string;
  readonly basePaths: readonly string[] = ["/graphql"];
  private config: GraphqlApiConfig;
  /** Read with the first operation, so that an app pays for the engine only when it is used. */
  private loaded: LoadedApi | undefined;
  private readonly access: AccessServices;
  private readonly once: ReturnType<typeof reportOnce>;
  private readonly subscriptions: SubscriptionServer;

  constructor(
    model: Model,
    resource: Resource,
    private readonly context: GatewayContext,
  ) {
    this.address = resource.address;
    this.once = reportOnce(context.report);
    this.config = this.read(model, resource);
    const tokens = new TokenVerifier(context.issuers, context.clock);
    this.access = { context, tokens, decisions: new TtlCache(context.clock) };
    this.subscriptions = new SubscriptionServer(this.access, () => this.ready());
  }

  get name(): string {
    return this.config.name;
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

  replace(model: Model, resource: Resource): void {
    this.config = this.read(model, resource);
    this.loaded = undefined;
    this.access.decisions.clear();
  }

  async close(): Promise<void> {
    this.access.decisions.clear();
    await this.subscriptions.close();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.subscriptions.upgrade(request, socket, head);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new GraphqlExchange(request, response, this.context.clock.now());
    handleRequest(exchange, this.context, {
      serve: async () => exchange.send(await this.answer(exchange)),
      sendError: () => exchange.send(refused(500, "InternalFailure", "Internal server error.")),
      names: () => ({ api: this.name, method: exchange.method, path: exchange.rawPath }),
      variable: () => undefined,
    });
  }

  private read(model: Model, resource: Resource): GraphqlApiConfig {
    const config = readGraphqlApi(model, resource);
    for (const { key } of config.keys) this.once("notice", `${config.name} accepts the API key ${key}`);
    return config;
  }

  private ready(): LoadedApi {
    this.loaded ??= loadApi(this.config);
    return this.loaded;
  }

  private async answer(exchange: GraphqlExchange): Promise<GraphqlResponse> {
    const { rawPath, notes } = exchange;
    const post = await readPost(exchange, paths, "The API answers POST /graphql");
    if ("answer" in post) return post.answer;
    const asked = requestOf(post.bytes);
    const check = await authorize(
      this.config,
      {
        requestId: exchange.id,
        headers: exchange.headers,
        signedPath: rawPath,
        body: post.bytes,
        sourceIp: exchange.sourceIp,
        operation: asked && { query: asked.query, name: asked.operationName, variables: asked.variables },
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
    const ending = new AbortController();
    const source = { headers: exchange.headers, domainName: null };
    const operation = new GraphqlOperation(
      this.ready(),
      check.caller,
      source,
      new Batches(),
      this.context,
      ending.signal,
    );
    const answer = await withTimeout(this.context.clock, longestOperationMs, this.run(asked, operation));
    const [functionName] = operation.functions;
    if (functionName !== undefined) notes.functionName = functionName;
    if (answer === undefined) {
      ending.abort(new Error("The operation took longer than 30 seconds."));
      notes.reason = "The operation took longer than 30 seconds.";
      return written(
        { data: null, errors: [{ errorType: "ExecutionTimeout", message: "Execution timed out." }] },
        {},
      );
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
      await publishMutation(this.subscriptions.subscriptions, operation, read, answer);
    }
    return answer;
  }
}

function written(answer: object, headers: Readonly<Record<string, string>>): GraphqlResponse {
  return { status: 200, body: JSON.stringify(answer), headers };
}

function reasonOf({ errors = [] }: GraphqlAnswer): string | undefined {
  const [first] = errors as readonly { readonly message?: string }[];
  return first?.message;
}

function targetOf(step: ResolverStep | undefined): string {
  const source = step?.dataSource;
  if (source === undefined) return "nothing";
  return source.type === "AWS_LAMBDA" ? functionNameInArn(source.functionArn) : source.name;
}
