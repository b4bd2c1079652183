import { suggestion } from "../../../lib/local/permissions/suggestion";
import { testModel } from "../support/model";

describe("What to add for a connection of a WebSocket API", () => {
  const model = testModel({ aws_apigatewayv2_api: { Chat: { id: "abc123", protocol_type: "WEBSOCKET" } } });

  test.each(["POST", "GET", "DELETE"])("%s: the grant for all connections, and no ARN of one", (method) => {
    const resource = `arn:aws:execute-api:eu-west-1:123456789012:abc123/$default/${method}/@connections/x1=`;
    const added = suggestion(model, { action: "execute-api:ManageConnections", resource });
    expect(added).toMatch(/^permissions: \[\[\w+, "grantManageConnections"\]\]$/);
    expect(added).not.toMatch(/123456789012|x1=/);
  });

  test("a connection of an API that is not in the app is named", () => {
    const resource = "arn:aws:execute-api:eu-west-1:123456789012:other/$default/POST/@connections/x1=";
    expect(suggestion(model, { action: "execute-api:ManageConnections", resource })).toContain(resource);
  });
});
