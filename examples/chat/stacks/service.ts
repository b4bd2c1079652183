import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { Function, type StackContext, WebSocketApi } from "serverform";

export function Service({ app, stack }: StackContext) {
  const connections = new DynamodbTable(stack, "Connections", {
    name: app.logicalPrefixedName("Connections"),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attribute: [{ name: "id", type: "S" }],
    // A connection ends after two hours at most; what $disconnect did not remove goes by itself.
    ttl: { attributeName: "expiresAt", enabled: true },
    serverSideEncryption: { enabled: true },
  });
  // #region chat
  const authorizer = new Function(stack, "Authorizer", {
    handler: "functions/authorizer.handler",
    // Only the hash: who reads the configuration cannot connect with it.
    environment: { TOKEN_SHA256: process.env.CHAT_TOKEN_SHA256 ?? "" },
  });
  const chat = new WebSocketApi(stack, "Chat", {
    authorizer: { type: "fn", function: authorizer, identitySource: ["route.request.querystring.token"] },
    defaults: { function: { environment: { TABLE_NAME: connections.name } } },
    routes: {
      $connect: { handler: "functions/chat.connect", permissions: [[connections, "grantWriteData"]] },
      $disconnect: { handler: "functions/chat.disconnect", permissions: [[connections, "grantWriteData"]] },
      $default: "functions/chat.unknown",
      send: { handler: "functions/chat.send", permissions: [[connections, "grantReadWriteData"]] },
    },
  });
  stack.addOutputs({ ChatUrl: chat.url });
  // #endregion
  return { chat };
}
