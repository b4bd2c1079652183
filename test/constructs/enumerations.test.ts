import { Api, ApiAuthorizationType, ApiPayloadFormatVersion, Table, TableFieldType } from "../../lib";
import { only, testStack } from "../support/stack";

const handler = "functions/notes.get";

describe("enumerations of applications that come from SST", () => {
  test("are types of fields", () => {
    const stack = testStack();
    const type: TableFieldType = TableFieldType.NUMBER;
    new Table(stack, "Notes", {
      fields: { id: TableFieldType.STRING, at: type, body: TableFieldType.BINARY },
      primaryIndex: { partitionKey: "id", sortKey: "at" },
      globalIndexes: { byBody: { partitionKey: "body" } },
    });
    expect(only(stack, "aws_dynamodb_table").attribute).toEqual([
      { name: "at", type: "N" },
      { name: "body", type: "B" },
      { name: "id", type: "S" },
    ]);
  });

  test("are versions of payloads and kinds of authorization", () => {
    const stack = testStack();
    new Api(stack, "Api", {
      defaults: {
        payloadFormatVersion: ApiPayloadFormatVersion.V1_0,
        authorizer: ApiAuthorizationType.AWS_IAM,
      },
      routes: { "GET /": handler },
    });
    expect(only(stack, "aws_apigatewayv2_integration").payload_format_version).toBe("1.0");
    expect(only(stack, "aws_apigatewayv2_route").authorization_type).toBe("AWS_IAM");
  });

  test.each([
    ["defaultAuthorizationType", /defaultAuthorizationType.*defaults: \{ authorizer: "iam" \}/s],
    ["authorizationType", /authorizationType.*authorizer/s],
  ])("in the older prop %s are refused with the new one", (key, message) => {
    const route = { function: handler, [key]: ApiAuthorizationType.NONE };
    const props =
      key === "authorizationType"
        ? { routes: { "GET /": route } }
        : { routes: {}, [key]: ApiAuthorizationType.AWS_IAM };
    expect(() => new Api(testStack(), "Api", props as object)).toThrow(message);
  });
});
