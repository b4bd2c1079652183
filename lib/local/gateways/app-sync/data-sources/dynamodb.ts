import { jsonOf } from "../../../../facts/text/json";
import { isValues } from "../../../../model";
import { sendRequest } from "../../send-request";
import { forDynamodb } from "../utilities/dynamodb-values";
import { ResolverError } from "../utilities/signals";
import { type DataSourceServices, operationOf, serviceUrl } from "./data-source-call";
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

async function send(
  operation: string,
  input: object,
  services: DataSourceServices,
): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await sendRequest({
    url: new URL(serviceUrl(services, "dynamodb")),
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
    },
    body: JSON.stringify(input),
    signing: { region: services.region, service: "dynamodb", credentials: services.credentials },
    signal: services.signal,
  });
  const answer = jsonOf(body.toString("utf8"));
  const values = isValues(answer) ? answer : {};
  if (status === 200) return values;
  const { __type: type, message, Message, ...details } = values;
  const code =
    String(type ?? status)
      .split("#")
      .at(-1) ?? "";
  throw new DynamodbError(code, String(message ?? Message ?? `${operation} failed with ${status}.`), details);
}
