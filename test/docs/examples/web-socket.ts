import { type StackContext, Userbase, WebSocketApi } from "serverform";

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

// #region web-socket-users
export function ChatOfSignedIn({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const chat = new WebSocketApi(stack, "Chat", {
    authorizer: { type: "user_pool", userPool: users },
    routes: { $connect: "functions/socket-users.connect", send: "functions/socket-users.send" },
  });
  stack.addOutputs({ ChatUrl: chat.url });
}
// #endregion

// #region web-socket-subprotocol
export function ChatBySubprotocol({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  new WebSocketApi(stack, "Chat", {
    authorizer: { type: "user_pool", userPool: users, tokenSource: "subprotocol" },
    routes: { $connect: "functions/socket-users.connect", send: "functions/socket-users.send" },
  });
}
// #endregion

// #region web-socket-jwt
export function ChatOfIssuer({ stack }: StackContext) {
  new WebSocketApi(stack, "Chat", {
    authorizer: {
      type: "jwt",
      jwt: { issuer: "https://login.example.com", audience: ["chat"] },
      tokenSource: "header.Authorization",
    },
    routes: { $connect: "functions/socket-users.connect", send: "functions/socket-users.send" },
  });
}
// #endregion
