import type { Values } from "../../../../model";
import { forDynamodb } from "../utilities/dynamodb-values";
import { ResolverError } from "../utilities/signals";
import { callService, type DataSourceServices, operationOf } from "./data-source-call";
import { type DynamodbCall, DynamodbError, operations } from "./dynamodb-operations";

/**
 * Performs an operation on a table.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/js-resolver-reference-dynamodb.html
 */
export async function callDynamodb(
  tableName: string,
  request: Readonly<Record<string, unknown>>,
  services: DataSourceServices,
): Promise<unknown> {
  const name = operationOf(request, Object.keys(operations));
  const call: DynamodbCall = (operation, input) => send(operation, input, services);
  try {
    return await operations[name as keyof typeof operations](
      tableName,
      forDynamodb(request),
      call,
      services.context.clock.now(),
    );
  } catch (error) {
    if (!(error instanceof DynamodbError)) throw error;
    throw new ResolverError(error.message, `DynamoDB:${error.code}`, error.data);
  }
}

async function send(operation: string, input: object, services: DataSourceServices): Promise<Values> {
  const answer = await callService(services, "dynamodb", input, {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${operation}`,
  });
  if ("result" in answer) return answer.result;
  throw new DynamodbError(answer.code, answer.message, answer.details);
}
