import { creates } from "../gateway";
import { ServedGraphqlApi } from "./graphql-api";

export const createGraphqlApis = creates(
  "GRAPHQL",
  (model) => model.ofType("aws_appsync_graphql_api"),
  ServedGraphqlApi,
);
