import type { Model } from "../../../model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedGraphqlApi } from "./graphql-api";

/** Creates a gateway for each GraphQL API of the model, or keeps the existing one. */
export function createGraphqlApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const resources = model.ofType("aws_appsync_graphql_api");
  return gatewaysOf("GRAPHQL", resources, ServedGraphqlApi, { model, context, before });
}
