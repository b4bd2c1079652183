import { parseDatabaseServer, parseEndpoints } from "../../../lib/cli/local/options";

const url = "http://127.0.0.1:9324";

describe("--endpoint", () => {
  test.each(["mysql", "postgres", "postgresql"])("names a database server by a URL of %s", (scheme) => {
    const server = `${scheme}://user:word@127.0.0.1:3306/notes`;
    const given = [`rds-data=${server}`, `sqs=${url}`];
    expect(parseDatabaseServer(given)).toBe(server);
    expect([...parseEndpoints(given)]).toEqual([["sqs", url]]);
  });

  test("may lead the Data API to an emulator, and no other service to a database", () => {
    expect(parseDatabaseServer([`rds-data=${url}`])).toBeUndefined();
    expect([...parseEndpoints([`rds-data=${url}`])]).toEqual([["rds-data", url]]);
    expect(() => parseEndpoints(["sqs=mysql://127.0.0.1"])).toThrow("[local-endpoint-invalid]");
  });

  test.each([
    ["sqs"],
    ["SQS"],
    ["ses"],
    ["states"],
    ["stepfunctions"],
    ["execute-api"],
    ["EventBridge"],
    ["SQS-SendMessage"],
    ["EventBridge-PutEvents"],
    ["https://status.example.com"],
    ["arn:aws:apigateway:eu-west-1:dynamodb:action/PutItem"],
  ])("takes %s", (name) => {
    expect([...parseEndpoints([`${name}=${url}/`])]).toEqual([[name, url]]);
  });

  test.each([
    ["sqss", /names "sqss", which is neither a service of AWS nor the URI.*\n.*Did you mean "sqs"\?/],
    ["table", /names "table"/],
    ["/status", /names "\/status"/],
  ])("refuses %s", (name, message) => {
    expect(() => parseEndpoints([`${name}=${url}`])).toThrow(message);
  });

  test.each([["sqs"], ["sqs=127.0.0.1:9324"], ["=http://127.0.0.1"]])(
    "refuses %s, which has no address",
    (text) => {
      expect(() => parseEndpoints([text])).toThrow(/is not a service with an address/);
    },
  );
});
