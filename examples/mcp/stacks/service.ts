import { Api, type StackContext, Table, use } from "serverform";
import { Users } from "./users";

export function Service({ stack }: StackContext) {
  const { users } = use(Users);
  const notes = new Table(stack, "Notes", {
    fields: { owner: "string", id: "string" },
    primaryIndex: { partitionKey: "owner", sortKey: "id" },
  });
  const api = new Api(stack, "Api", {
    cors: {
      allowOrigins: ["*"],
      allowHeaders: ["authorization", "content-type", "mcp-protocol-version"],
      exposeHeaders: ["www-authenticate"],
    },
    defaults: { throttle: { rate: 20, burst: 40 } },
  });
  const manageClients = {
    actions: [
      "cognito-idp:CreateUserPoolClient",
      "cognito-idp:ListUserPoolClients",
      "cognito-idp:DeleteUserPoolClient",
      "cognito-idp:CreateManagedLoginBranding",
      "cognito-idp:DescribeManagedLoginBrandingByClient",
      "cognito-idp:DeleteManagedLoginBranding",
    ],
    resources: [users.userPoolArn],
  };
  // The functions know the address of their own API, so that their routes come after it.
  const { url: API_URL } = api;
  const { userPoolId: USER_POOL_ID, domainUrl: SIGN_IN_URL = "" } = users;
  api.addRoutes(stack, {
    "GET /.well-known/{document+}": {
      function: {
        handler: "functions/discovery.handler",
        environment: { API_URL, USER_POOL_ID, SIGN_IN_URL },
      },
    },
    "POST /register": {
      function: {
        handler: "functions/register.handler",
        // Where clients may send users with their codes.
        environment: { USER_POOL_ID, REDIRECT_HOSTS: "localhost,127.0.0.1,claude.ai,chatgpt.com" },
        permissions: [manageClients],
      },
    },
    // #region challenge
    "ANY /mcp": {
      function: {
        handler: "functions/mcp.handler",
        environment: { API_URL, USER_POOL_ID, TABLE_NAME: notes.tableName },
        permissions: [[notes, "grantReadWriteData"]],
      },
      cdk: {
        integration: {
          responseParameters: ["401", "403"].map((statusCode) => ({
            statusCode,
            mappings: { "overwrite:header.www-authenticate": "$response.header.mcp-challenge" },
          })),
        },
      },
    },
    // #endregion
  });
  stack.addOutputs({ McpUrl: `${api.url}/mcp` });
  return { api };
}
