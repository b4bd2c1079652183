import type { LocalEvent } from "../../../lib/local";
import type { Caller } from "../../../lib/local/permissions/caller";
import { DenialLog } from "../../../lib/local/permissions/denial-log";
import type { NeededAccess } from "../../../lib/local/permissions/needed-access";
import { suggestion } from "../../../lib/local/permissions/suggestion";
import type { Values } from "../../../lib/model";
import { testModel } from "../support/model";

describe("The suggestion for a connection of a WebSocket API", () => {
  const model = testModel({ aws_apigatewayv2_api: { Chat: { id: "abc123", protocol_type: "WEBSOCKET" } } });

  test.each(["POST", "GET", "DELETE"])("%s: the grant for all connections, and no ARN of one", (method) => {
    const resource = `arn:aws:execute-api:eu-west-1:123456789012:abc123/$default/${method}/@connections/x1=`;
    const added = suggestion(model, { action: "execute-api:ManageConnections", resource });
    expect(added).toMatch(/^permissions: \[\[\w+, "grantManageConnections"\]\]$/);
    expect(added).not.toMatch(/123456789012|x1=/);
  });

  test("a connection of an API that is not in the app is named", () => {
    const resource = "arn:aws:execute-api:eu-west-1:123456789012:other/$default/POST/@connections/x1=";
    const added = suggestion(model, { action: "execute-api:ManageConnections", resource });
    expect(added).toContain(resource.replace("123456789012", "*"));
  });
});

describe("A denial in the log", () => {
  const sole = (values: Values) => ({ It: values });
  const model = testModel({
    aws_apigatewayv2_api: sole({ id: "abc123", protocol_type: "WEBSOCKET" }),
    aws_s3_bucket: sole({ bucket: "photos", arn: "arn:aws:s3:::photos" }),
    aws_dynamodb_table: sole({ name: "notes", arn: "arn:aws:dynamodb:us-east-1:123456789012:table/notes" }),
  });
  const roleArn = "arn:aws:iam::123456789012:role/list";
  const session: Caller = { type: "session", session: { roleArn, sessionName: "list" } };
  const identity = "identity-based policy";
  const service: Caller = {
    type: "service",
    service: "sns.amazonaws.com",
    sourceArn: "arn:aws:sns:us-east-1:123456789012:news",
  };

  function textOf(caller: Caller, needed: NeededAccess, policy: string = identity): string {
    const told: LocalEvent[] = [];
    const decision = { allowed: false, explicit: false, policy } as Parameters<DenialLog["denied"]>[3];
    new DenialLog((event) => told.push(event)).denied(model, caller, needed, decision, true);
    return told.map((event) => ("text" in event ? event.text : "")).join();
  }

  test.each<[string, NeededAccess, string]>([
    [
      "a connection",
      {
        action: "execute-api:ManageConnections",
        resource: "arn:aws:execute-api:eu-west-1:123456789012:abc123/$default/POST/@connections/x1=",
      },
      "on the connections of Main/It. No identity-based policy allows it. Add permissions: [[",
    ],
    ["an object", { action: "s3:GetObject", resource: "arn:aws:s3:::photos/a/1.png" }, "It (a/1.png)"],
    [
      "an index",
      {
        action: "dynamodb:Query",
        resource: "arn:aws:dynamodb:us-east-1:123456789012:table/notes/index/byDate",
      },
      "It (index/byDate)",
    ],
    [
      "a resource that the app does not declare",
      { action: "sqs:SendMessage", resource: "arn:aws:sqs:us-east-1:123456789012:other" },
      "arn:aws:sqs:us-east-1:*:other",
    ],
  ])("names %s without the account of this machine", (_, needed, expected) => {
    const text = textOf(session, needed);
    expect(text).toContain(expected);
    expect(text).not.toMatch(/123456789012|x1=/);
  });

  test.each<[string, Caller, NeededAccess]>([
    [
      "a service",
      service,
      { action: "sqs:SendMessage", resource: "arn:aws:sqs:us-east-1:123456789012:other" },
    ],
    ["a session", session, { action: "sts:AssumeRole", resource: roleArn, isTrust: true }],
  ])("names %s without the account of this machine", (_, caller, needed) => {
    expect(textOf(caller, needed, "resource-based policy")).not.toContain("123456789012");
  });
});
