import { Function, type StackContext, Table, WebSocketApi } from "serverform";

export function Service({ stack }: StackContext) {
  const connections = new Table(stack, "Connections", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    // A connection ends after two hours at most; what $disconnect did not remove goes by itself.
    timeToLiveAttribute: "expiresAt",
  });
  // #region chat
  const authorizer = new Function(stack, "Authorizer", {
    handler: "functions/authorizer.handler",
    // Only the hash: who reads the configuration cannot connect with it.
    environment: { TOKEN_SHA256: process.env.CHAT_TOKEN_SHA256 ?? "" },
  });
  const chat = new WebSocketApi(stack, "Chat", {
    authorizer: { type: "fn", function: authorizer, identitySource: ["route.request.querystring.token"] },
    defaults: { function: { bind: [connections] } },
    routes: {
      $connect: "functions/chat.connect",
      $disconnect: "functions/chat.disconnect",
      $default: "functions/chat.unknown",
      send: "functions/chat.send",
    },
  });
  stack.addOutputs({ ChatUrl: chat.url });
  // #endregion
  return { chat };
}
