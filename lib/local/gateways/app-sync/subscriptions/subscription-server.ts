import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { FieldNode } from "graphql";
import { isValues, type Values } from "../../../../model";
import type { GatewayContext } from "../../gateway";
import {
  headersWith,
  lowerCased,
  type RealTimeClient,
  type RealTimeError,
  type RealTimeHandshake,
  RealTimeServer,
} from "../../real-time";
import { type AccessServices, authorize, type CallerCheck, type GraphqlCaller } from "../authorize";
import { Batches } from "../data-sources/batches";
import { type GraphqlRequestBody, requestOf, timedOut, withinLimit } from "../exchange";
import { graphqlPackage } from "../execution/api-schema";
import { execute } from "../execution/execute";
import { GraphqlOperation, type LoadedApi } from "../execution/operation";
import { readDocument } from "../execution/read-document";
import { type Subscription, Subscriptions } from "./subscriptions";

/** The outcome of a start message. */
interface Started {
  readonly field?: string | undefined;
  readonly error?: RealTimeError | undefined;
}

/**
 * Subscriptions by WebSocket.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html
 */
export class SubscriptionServer {
  readonly subscriptions = new Subscriptions();
  readonly server: RealTimeServer;

  constructor(
    private readonly access: AccessServices,
    private readonly api: () => LoadedApi,
  ) {
    this.server = new RealTimeServer(
      {
        name: () => this.api().config.name,
        protocol: "graphql-ws",
        // The second is that of custom domains, and of clients that do not know this host.
        paths: ["/graphql", "/graphql/realtime"],
        wrap: (payload) => ({ payload }),
        admit: (handshake) => this.admit(handshake),
        messages: {
          start: (client, message) => this.handle(client, message),
          stop: async (client, message) => {
            const id = idOf(message);
            if (id !== undefined && this.subscriptions.remove(client, id))
              client.send({ id, type: "complete" });
          },
        },
        closed: (client) => this.subscriptions.removeClient(client),
      },
      access.context,
    );
  }

  private async admit(handshake: RealTimeHandshake): Promise<RealTimeError | undefined> {
    // A client that signs, signs an empty body for the path of a connection.
    const signed = { path: "/graphql/connect", body: "{}" };
    const check = await this.callerOf(handshake, handshake.authorization, signed, randomUUID());
    if (check.accepted) return undefined;
    this.server.refused(401, check.message);
    return unauthorized(check.message);
  }

  /** Answers a start message, and reports it as a request. */
  private async handle(client: RealTimeClient, message: Values): Promise<void> {
    const { context } = this.access;
    const requestId = randomUUID();
    const begun = performance.now();
    const { field, error } = await this.start(client, message, requestId).catch(
      (thrown: unknown): Started => {
        context.report({ event: "warning", text: `A subscription failed: ${String(thrown)}` });
        return { error: { errorType: "InternalFailure", message: "Internal server error.", errorCode: 500 } };
      },
    );
    if (error !== undefined) this.server.sendError(client, "error", error, idOf(message));
    context.report({
      event: "request",
      api: this.api().config.name,
      method: "SUBSCRIPTION",
      path: field ?? "",
      status: error === undefined ? 200 : (error.errorCode ?? 400),
      durationMs: performance.now() - begun,
      requestId,
      ...(error !== undefined && { reason: error.message }),
    });
  }

  private async start(client: RealTimeClient, message: Values, requestId: string): Promise<Started> {
    const id = idOf(message);
    const { data, extensions } = isValues(message.payload) ? message.payload : {};
    const asked = typeof data === "string" ? requestOf(data) : undefined;
    if (id === undefined || asked === undefined) {
      const text = "A start message needs an id, and payload.data: JSON text with a query.";
      return { error: { errorType: "BadRequestException", message: text, errorCode: 400 } };
    }
    const given = isValues(extensions) ? lowerCased(extensions.authorization) : {};
    const signed = { path: "/graphql", body: String(data) };
    const check = await this.callerOf(client.handshake, given, signed, requestId, asked);
    if (!check.accepted) return { error: unauthorized(check.message) };
    const { context } = this.access;
    const made = await subscribe(this.api(), { client, id, asked, caller: check.caller }, context);
    if ("error" in made) return made;
    const { topic: field } = made;
    if (!client.isOpen) return { field };
    const error = this.subscriptions.take(made);
    if (error === undefined) client.send({ type: "start_ack", id });
    return { field, error };
  }

  private callerOf(
    handshake: RealTimeHandshake,
    authorization: Readonly<Record<string, string>>,
    { path: signedPath, body }: { readonly path: string; readonly body: string },
    requestId: string,
    asked?: GraphqlRequestBody,
  ): Promise<CallerCheck> {
    const request = {
      requestId,
      headers: headersWith(handshake, authorization),
      signedPath,
      body: Buffer.from(body),
      sourceIp: handshake.sourceIp,
      operation: asked,
    };
    return authorize(this.api().config, request, this.access);
  }
}

const unauthorized = (message: string): RealTimeError => ({
  errorType: "UnauthorizedException",
  message,
  errorCode: 401,
});

function idOf({ id }: Values): string | undefined {
  return typeof id === "string" && id !== "" ? id : undefined;
}

interface Asked {
  readonly client: RealTimeClient;
  readonly id: string;
  readonly asked: GraphqlRequestBody;
  readonly caller: GraphqlCaller;
}

/** Checks a subscription and runs the resolver of its field, which may set filters. */
async function subscribe(
  api: LoadedApi,
  { client, id, asked, caller }: Asked,
  context: GatewayContext,
): Promise<Subscription | { readonly error: RealTimeError }> {
  const read = readDocument(api, asked.query, asked.operationName);
  if ("errors" in read) return refused(read.errors);
  const { document, operation: definition } = read;
  const root = rootField(definition.selectionSet.selections);
  if (definition.operation !== "subscription" || root === undefined) {
    return refused([{ message: "A subscription has one field of the type Subscription." }]);
  }
  const { getArgumentValues, getVariableValues } = graphqlPackage();
  const type = api.schema.getSubscriptionType();
  const field = type?.getFields()[root.name.value];
  if (type === null || type === undefined || field === undefined)
    return refused([{ message: "The schema has no such subscription." }]);
  const variables = getVariableValues(api.schema, definition.variableDefinitions ?? [], asked.variables);
  if (variables.errors !== undefined) return refused(variables.errors);
  const source = { headers: client.handshake.headers, domainName: null };
  const ending = new AbortController();
  const operationOf = () => new GraphqlOperation(api, caller, source, new Batches(), context, ending.signal);
  const request = { document, operationName: asked.operationName, variables: asked.variables };
  const operation = operationOf();
  // Whether the caller may subscribe, and the resolver of the field; its value is discarded.
  const answer = await withinLimit(context.clock, ending, execute(request, operation));
  if (answer === undefined) return refused([timedOut]);
  const errors = (answer.errors ?? []).filter((each) => "errorType" in each && each.errorType !== null);
  if (errors.length > 0) return refused(errors);
  return {
    client,
    id,
    topic: root.name.value,
    args: getArgumentValues(field, root, variables.coerced),
    filter: operation.filter,
    invalidationFilter: operation.invalidationFilter,
    select: (result) => execute(request, operationOf(), { [root.name.value]: result }),
  };
}

/** A client gets one error of a subscription. */
function refused(errors: readonly object[]): { readonly error: RealTimeError } {
  const [{ message = "", errorType } = {}] = errors as readonly {
    message?: string;
    errorType?: string | null;
  }[];
  return { error: { errorType: errorType ?? "BadRequestException", message, errorCode: 400 } };
}

function rootField(selections: readonly { readonly kind: string }[]): FieldNode | undefined {
  const [first, ...more] = selections;
  return first?.kind === "Field" && more.length === 0 ? (first as FieldNode) : undefined;
}
