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
    routes: {
      $connect: { function: { handler: "functions/chat.connect", bind: [[connections, "grantWriteData"]] } },
      $disconnect: {
        function: { handler: "functions/chat.disconnect", bind: [[connections, "grantWriteData"]] },
      },
      $default: "functions/unknown.handler",
      send: { function: { handler: "functions/chat.send", bind: [[connections, "grantReadWriteData"]] } },
    },
  });
  stack.addOutputs({ ChatUrl: chat.url });
  // #endregion
  return { chat };
}
