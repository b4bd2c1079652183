import { EventsApi, Function, type StackContext, Table, Userbase } from "serverform";

// #region events
export function Live({ stack }: StackContext) {
  new EventsApi(stack, "Live", {
    namespaces: {
      chat: {},
      orders: { onPublish: "functions/events.check" },
    },
  });
}
// #endregion

// #region events-users
export function Chat({ stack }: StackContext) {
  const users = new Userbase(stack, "Users");
  const chat = new EventsApi(stack, "Chat", {
    authorization: {
      providers: [
        { authenticationType: "AMAZON_COGNITO_USER_POOLS", userPoolConfig: { userPool: users } },
        { authenticationType: "AWS_IAM" },
      ],
      publish: ["AWS_IAM"],
    },
    namespaces: {
      rooms: { publish: ["AMAZON_COGNITO_USER_POOLS"], code: { file: "graphql/rooms.mjs" } },
      news: {},
    },
  });
  new Function(stack, "Reporter", {
    handler: "functions/events.report",
    bind: [chat],
    permissions: [[chat, "grantPublish"]],
  });
}
// #endregion

// #region events-table
export function Stored({ stack }: StackContext) {
  const table = new Table(stack, "Messages", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  new EventsApi(stack, "Stored", {
    dataSources: { messages: { type: "dynamodb", table } },
    namespaces: { chat: { code: { file: "graphql/store.mjs" }, onPublish: "messages" } },
  });
}
// #endregion
