import { Function, type StackContext, Userbase, WebSocketApi } from "serverform";

// #region web-socket-iam
export function ChatOfUsers({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const chat = new WebSocketApi(stack, "Chat", {
    authorizer: "iam",
    routes: { $connect: "functions/notes.get", send: "functions/notes.create" },
  });
  const connect = {
    actions: ["execute-api:Invoke"],
    resources: [`${chat.cdk.webSocketApi.executionArn}/*/$connect`],
  };
  users.attachPermissionsForAuthUsers(stack, [connect]);
}
// #endregion

// #region web-socket-token
export function ChatWithTokens({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const authorizer = new Function(stack, "Authorizer", {
    handler: "functions/socket-authorizer.handler",
    environment: { USER_POOL_ID: users.userPoolId, CLIENT_ID: users.userPoolClientId },
  });
  new WebSocketApi(stack, "Chat", {
    authorizer: { type: "fn", function: authorizer, identitySource: ["route.request.querystring.token"] },
    routes: { $connect: "functions/notes.get", send: "functions/notes.create" },
  });
}
// #endregion
