import { AppSyncApi, EventsApi, type StackContext, Table, Userbase } from "serverform";

export function Service({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    identityPoolFederation: false,
    groups: { moderators: { description: "Who may take posts down" } },
  });
  const posts = new Table(stack, "Posts", {
    fields: { board: "string", id: "string" },
    primaryIndex: { partitionKey: "board", sortKey: "id" },
  });
  // #region board
  const board = new AppSyncApi(stack, "Board", {
    schema: "graphql/schema.graphql",
    dataSources: {
      posts: { type: "dynamodb", table: posts },
      none: { type: "none" },
    },
    resolvers: {
      "Query posts": { dataSource: "posts", code: { file: "graphql/posts.mjs" } },
      "Mutation post": {
        pipeline: [
          { name: "check", function: "functions/moderation.check" },
          { name: "write", dataSource: "posts", code: { file: "graphql/write.mjs" } },
        ],
      },
      "Mutation remove": { dataSource: "posts", code: { file: "graphql/remove.mjs" } },
      "Subscription posted": { dataSource: "none", code: { file: "graphql/posted.mjs" } },
    },
    cdk: {
      graphqlApi: {
        authenticationType: "AMAZON_COGNITO_USER_POOLS",
        userPoolConfig: { userPool: users },
        additionalAuthenticationProvider: [{ authenticationType: "API_KEY" }],
        queryDepthLimit: 5,
      },
    },
  });
  // #endregion
  // The users who read or write right now. It is for signed-in users, and nothing stores it.
  const presence = new EventsApi(stack, "Presence", {
    namespaces: { boards: {} },
    authorization: {
      providers: [{ authenticationType: "AMAZON_COGNITO_USER_POOLS", userPoolConfig: { userPool: users } }],
    },
  });
  stack.addOutputs({ BoardUrl: board.url, PresenceUrl: presence.url, UserPoolId: users.userPoolId });
  return { board, presence };
}
