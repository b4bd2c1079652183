import { parseAccessLogFormat } from "../../../lib/local/gateways/access-log";

const values: Readonly<Record<string, unknown>> = {
  requestId: "r1",
  status: 200,
  "identity.sourceIp": "127.0.0.1",
  "authorizer.claims.cognito:username": "ada",
  "authorizer.numKey": 0,
  "authorizer.list": [1, 2],
  "error.message": "",
};

describe("access log format", () => {
  test.each([
    ['{"id":"$context.requestId","status":$context.status}', '{"id":"r1","status":200}'],
    ["$context.identity.sourceIp - - [$context.requestId]", "127.0.0.1 - - [r1]"],
    ["$context.authorizer.claims.cognito:username", "ada"],
    ["$context.authorizer.numKey", "0"],
    ["$context.authorizer.list", "[1,2]"],
    ["$context.nothing $context.error.message", "- -"],
    ["$context.requestId.\n", "r1."],
    ["no variables, $1", "no variables, $1"],
  ])("%s", (format, line) => {
    expect(parseAccessLogFormat(format)((path) => values[path])).toBe(line);
  });
});
