/** @group slow */

import { diffAccess } from "../../../lib/cli/access/access-diff";
import { accessFactsOf, declarationsOf, modelOf } from "../../../lib/model";

const own = { api_id: "${aws_apigatewayv2_api.web.id}" };
const actions = ["GetItem", "PutItem", "Query", "Scan", "UpdateItem", "DeleteItem"].map(
  (each) => `dynamodb:${each}`,
);

/** An app with a function, a role and a route for each number. Every tenth function may do everything, if asked. */
function app(count: number, isOpened: boolean): object {
  const each = (make: (key: string, index: number) => object): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, make(`f${index}`, index)]));
  const statements = (index: number): readonly object[] => [
    {
      Effect: "Allow",
      Action: isOpened && index % 10 === 0 ? "*" : actions,
      Resource: ["${aws_dynamodb_table.notes.arn}", "${aws_dynamodb_table.notes.arn}/index/*"],
    },
    { Effect: "Allow", Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], Resource: "*" },
  ];
  const policy = (Statement: unknown): string => JSON.stringify({ Version: "2012-10-17", Statement });
  return {
    resource: {
      aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
      aws_dynamodb_table: { notes: { name: "notes", hash_key: "id" } },
      aws_apigatewayv2_integration: each((key) => ({
        ...own,
        integration_type: "AWS_PROXY",
        integration_uri: `\${aws_lambda_function.${key}.invoke_arn}`,
      })),
      aws_apigatewayv2_route: each((key) => ({
        ...own,
        route_key: `GET /${key}`,
        target: `integrations/\${aws_apigatewayv2_integration.${key}.id}`,
      })),
      aws_lambda_function: each((key) => ({ function_name: key, role: `\${aws_iam_role.${key}.arn}` })),
      aws_lambda_permission: each((key) => ({
        function_name: `\${aws_lambda_function.${key}.function_name}`,
        principal: "apigateway.amazonaws.com",
        source_arn: `\${aws_apigatewayv2_api.web.execution_arn}/*/*/${key}`,
      })),
      aws_iam_role: each((key) => ({
        name: key,
        assume_role_policy: policy([
          { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "lambda.amazonaws.com" } },
        ]),
      })),
      aws_iam_role_policy: each((key, index) => ({
        role: `\${aws_iam_role.${key}.name}`,
        policy: policy(statements(index)),
      })),
    },
  };
}

/** Processor time that reading and comparing two versions of an app takes, in microseconds. */
function timeOf(count: number): number {
  const versions = [app(count, false), app(count, true)];
  const start = process.cpuUsage();
  const [old, next] = versions.map((json) => {
    const sources = [{ id: "web", folder: "/web", declarations: declarationsOf([json]) }];
    return accessFactsOf(modelOf(sources), sources);
  });
  if (old === undefined || next === undefined) throw new Error("no facts");
  const { stacks } = diffAccess(old, next);
  const { user } = process.cpuUsage(start);
  expect(stacks.flatMap(({ terms }) => terms.filter(({ isStar }) => isStar))).toHaveLength(count / 10);
  return user;
}

test("the time in which routes are read and compared grows with their number, and not with its square", () => {
  // The first run compiles the code.
  timeOf(100);
  expect(timeOf(400) / timeOf(100)).toBeLessThan(12);
});
