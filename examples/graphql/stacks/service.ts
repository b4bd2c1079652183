import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { Api, type ApiGraphQLRouteProps, Function, type StackContext } from "serverform";

export function Service({ app, stack }: StackContext) {
  const reviews = new DynamodbTable(stack, "Reviews", {
    name: app.logicalPrefixedName("Reviews"),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attribute: [{ name: "id", type: "S" }],
    pointInTimeRecovery: { enabled: true },
    serverSideEncryption: { enabled: true },
  });
  const server = new Function(stack, "Server", {
    handler: "functions/graphql.handler",
    environment: { TABLE_NAME: reviews.name },
    permissions: [
      [reviews, "grantReadData"],
      [reviews, "grantWriteData"],
    ],
  });
  const graphql: ApiGraphQLRouteProps = {
    type: "graphql",
    function: server,
    // `serverform build` writes the schema for clients and reviews, whenever the module has changed.
    schemagen: { schema: "graphql/schema.ts", output: "graphql/schema.graphql" },
  };
  const api = new Api(stack, "Api", {
    authorizers: {
      members: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["reviews"] } },
    },
    cors: { allowOrigins: ["https://reviews.example.com"], allowHeaders: ["authorization", "content-type"] },
    routes: {
      // Everybody may read: the server refuses mutations by GET.
      "GET /graphql": graphql,
      "POST /graphql": { ...graphql, authorizer: "members" },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
