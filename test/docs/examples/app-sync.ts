import { AppSyncApi, Function, type StackContext, Table, Userbase } from "serverform";

// #region app-sync
export function Notes({ stack }: StackContext) {
  const table = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  new AppSyncApi(stack, "Graph", {
    schema: "graphql/schema.graphql",
    dataSources: { table: { type: "dynamodb", table } },
    resolvers: {
      "Query note": { dataSource: "table", code: { file: "graphql/notes.mjs" } },
      "Query notes": { handler: "functions/notes.list", bind: [table] },
    },
  });
}
// #endregion

// #region app-sync-pipeline
export function Writing({ stack }: StackContext) {
  new AppSyncApi(stack, "Writing", {
    schema: "graphql/schema.graphql",
    dataSources: { none: { type: "none" } },
    resolvers: {
      "Mutation addNote": {
        pipeline: [
          { name: "check", function: "functions/notes.check" },
          { name: "write", dataSource: "none", code: { file: "graphql/publish.mjs" } },
        ],
      },
    },
  });
}
// #endregion

// #region app-sync-users
export function Members({ stack }: StackContext) {
  const users = new Userbase(stack, "Users");
  const graph = new AppSyncApi(stack, "Members", {
    schema: "graphql/schema.graphql",
    cdk: {
      graphqlApi: {
        authenticationType: "AMAZON_COGNITO_USER_POOLS",
        userPoolConfig: { userPool: users },
        additionalAuthenticationProvider: [{ authenticationType: "AWS_IAM" }],
        introspectionConfig: "DISABLED",
        queryDepthLimit: 8,
        logConfig: { fieldLogLevel: "ERROR" },
      },
    },
  });
  new Function(stack, "Importer", {
    handler: "functions/notes.list",
    bind: [graph],
    permissions: [[graph, "grantMutation"]],
  });
}
// #endregion
