import { operationEffect } from "../../../lib/local/console/data";

const effect = (service: string, operation: string) => operationEffect({ service, operation } as never);

test.each([
  ["dynamodb", "Scan", "reads"],
  ["dynamodb", "PutItem", "changes"],
  ["cognito-idp", "AdminDeleteUser", "changes"],
  ["ssm", "GetParameter", "reads"],
  ["dynamodb", "DeleteTable", undefined],
  ["s3", "GetObject", undefined],
  ["dynamodb", "constructor", undefined],
  ["toString", "call", undefined],
])("of %s, the console may ask for %s: %s", (service, operation, expected) => {
  expect(effect(service, operation)).toBe(expected);
});
