import { Api, type ApiGraphQLRouteProps, Function, type StackContext, Table, Userbase } from "serverform";

export function Service({ stack }: StackContext) {
  const reviews = new Table(stack, "Reviews", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  const users = new Userbase(stack, "Users", { login: ["email"], identityPoolFederation: false });
  const server = new Function(stack, "Server", {
    handler: "functions/graphql.handler",
    environment: { TABLE_NAME: reviews.tableName },
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
    authorizers: { members: { type: "user_pool", userPool: users } },
    cors: { allowOrigins: ["https://reviews.example.com"], allowHeaders: ["authorization", "content-type"] },
    routes: {
      // Everyone may read: the server refuses mutations by GET.
      "GET /graphql": graphql,
      "POST /graphql": { ...graphql, authorizer: "members" },
    },
  });
  stack.addOutputs({ ApiUrl: api.url, UserPoolId: users.userPoolId });
  return { api };
}
