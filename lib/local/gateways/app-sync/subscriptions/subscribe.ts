import type { FieldNode } from "graphql";
import type { GatewayContext } from "../../gateway";
import type { RealTimeClient, RealTimeError } from "../../real-time";
import type { GraphqlCaller } from "../access/caller";
import { Batches } from "../data-sources/batches";
import { graphqlPackage } from "../execution/api-schema";
import { execute } from "../execution/execute";
import { GraphqlOperation, type LoadedApi } from "../execution/operation";
import { readDocument } from "../execution/read-document";
import type { GraphqlRequestBody } from "../request-body";
import type { Subscription } from "./subscriptions";

interface Asked {
  readonly client: RealTimeClient;
  readonly id: string;
  readonly asked: GraphqlRequestBody;
  readonly caller: GraphqlCaller;
}

/** Checks a subscription and runs the resolver of its field, which may set filters. */
export async function subscribe(
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
  const { signal } = new AbortController();
  const operationOf = () => new GraphqlOperation(api, caller, source, new Batches(), context, signal);
  const request = { document, operationName: asked.operationName, variables: asked.variables };
  const operation = operationOf();
  // Whether the caller may subscribe, and the resolver of the field; its value is discarded.
  const answer = await execute(request, operation, undefined);
  const errors = (answer.errors ?? []).filter((each) => "errorType" in each && each.errorType !== null);
  if (errors.length > 0) return refused(errors);
  return {
    client,
    id,
    field: root.name.value,
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
