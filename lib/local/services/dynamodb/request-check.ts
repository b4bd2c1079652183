import { isValues } from "../../../model/resources/values";
import { notEmulated } from "../contract/define-service";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { unfulfilled } from "./constraints";
import { notHere, refusal } from "./responses";
import { streamOperations } from "./streams-api";

/** The operations of the embedded package, and those that are made of them. */
const operations: ReadonlySet<string> = new Set([
  "BatchExecuteStatement",
  "BatchGetItem",
  "BatchWriteItem",
  "CreateTable",
  "DeleteItem",
  "DeleteTable",
  "DescribeTable",
  "DescribeTimeToLive",
  "ExecuteStatement",
  "ExecuteTransaction",
  "GetItem",
  "ListTables",
  "ListTagsOfResource",
  "PutItem",
  "Query",
  "Scan",
  "TagResource",
  "TransactGetItems",
  "TransactWriteItems",
  "UntagResource",
  "UpdateItem",
  "UpdateTable",
  "UpdateTimeToLive",
]);

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-api */
export const maxRequestBytes = 16 * 1024 * 1024;
/** Attribute values may be 32 levels deep; each level is two objects: `{ "M": { "a": ... } }`. */
const maxDepth = 100;

/**
 * Why a request must not reach the embedded package; undefined when it may.
 *
 * The package expects what the AWS SDKs send, and throws for some other JSON.
 */
export function refuseRequest(request: ServiceRequest, input: unknown): ServiceResponse | undefined {
  const { operation = "", body } = request;
  if (body.length > maxRequestBytes) return { status: 413 };
  const isOfStreams = isStreamsApi(request);
  const isKnown = isOfStreams ? Object.hasOwn(streamOperations, operation) : operations.has(operation);
  if (!isKnown) {
    const name = operation === "" ? "a request without an operation" : operation;
    const service = isOfStreams ? "dynamodbstreams" : "dynamodb";
    const refused = notHere(notEmulated, `serverform local does not emulate ${name} of ${service}.`);
    return { ...refused, status: 501 };
  }
  if (!isValues(input)) return refusal("SerializationException", "The request is not a JSON object.");
  const invalid = invalidPart(input, "", 0);
  if (invalid !== undefined) return refusal("ValidationException", invalid);
  return isOfStreams ? undefined : unfulfilled(operation, input);
}

/** Whether a request is one to the API of streams, which shares a signing name with that of tables. */
export function isStreamsApi({ headers }: ServiceRequest): boolean {
  return headers["x-amz-target"]?.startsWith("DynamoDBStreams") === true;
}

/** A member of a list that is null, or a value that is too deep. A null member of an object means that it is absent. */
function invalidPart(value: unknown, path: string, depth: number): string | undefined {
  if (depth > maxDepth)
    return "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      const at = `${path}[${index}]`;
      if (each === null) return `Value null at '${at}' failed to satisfy constraint: Member must not be null`;
      const invalid = invalidPart(each, at, depth + 1);
      if (invalid !== undefined) return invalid;
    }
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const invalid = invalidPart(each, path === "" ? name : `${path}.${name}`, depth + 1);
    if (invalid !== undefined) return invalid;
  }
  return undefined;
}
