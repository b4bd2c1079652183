import { randomUUID } from "node:crypto";
import { gunzipSync, inflateSync } from "node:zlib";
import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import { defineService, type Protocol } from "../contract/define-service";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { ServiceModel } from "../contract/service-model";
import { crc32 } from "../s3/objects/crc";
import { tableAccess } from "./access";
import { DynamodbTables } from "./dynamodb-tables";
import { TableError } from "./errors";
import { tableOperations } from "./operations";
import { checkShape, readShape } from "./requests/check-shape";
import { requestRules } from "./requests/constraints";
import { streamOperations } from "./streams-api";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-api */
const maxRequestBytes = 16 * 1024 * 1024;

/** Errors whose words are in `Message`. Source: https://github.com/aws/api-models-aws (models/dynamodb) */
const withCapital: ReadonlySet<string> = new Set([
  "IdempotentParameterMismatchException",
  "TransactionCanceledException",
  "TransactionInProgressException",
]);

/** JSON, as DynamoDB and its streams write it. Requests have the form that the service expects. */
const tableProtocol: Protocol<unknown, Values, object> = {
  inputOf: (request) => {
    const input = jsonOf(bodyOf(request).toString("utf8"));
    if (!isValues(input)) throw new TableError("SerializationException", "The request is not a JSON object.");
    checkInput(request.operation ?? "", input);
    return input;
  },
  operationOf: ({ operation }) => operation,
  describe: ({ operation = "" }) => (operation === "" ? "a request without an operation" : operation),
  respond: (result) => response(200, result),
  refuse: (error) => {
    const { code, message, status = 400 } = error;
    return response(status, {
      __type: `com.amazonaws.dynamodb.v20120810#${code}`,
      [withCapital.has(code) ? "Message" : "message"]: message,
      ...(error instanceof TableError && error.more),
    });
  },
};

const model = new ServiceModel("dynamodb");

/** Refuses an input that the service does not read, and brings the others into the form that the operations expect. */
function checkInput(operation: string, input: Values): void {
  const members = model.members("inputs", operation);
  if (members === undefined) return;
  readShape(input as Record<string, unknown>, members);
  checkShape(input as Record<string, unknown>, requestRules[operation] ?? {});
}

function response(status: number, content: object): ServiceResponse {
  const body = Buffer.from(JSON.stringify(content));
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amzn-requestid": randomUUID(),
    // Clients compare it with the body.
    "x-amz-crc32": String(crc32(body).readUInt32BE()),
  };
  return { status, headers, body };
}

/** Each coding of a body, with its decoder. */
const decoders: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, deflate: inflateSync };

/** The body as the client wrote it. AWS answers one that it cannot decode, or that is too large then, with status 500. */
function bodyOf({ headers, body }: ServiceRequest): Buffer {
  const { "content-encoding": coding = "identity" } = headers;
  if (coding !== "identity" && coding !== "") {
    try {
      const decoded = Object.hasOwn(decoders, coding)
        ? decoders[coding]?.(body, { maxOutputLength: maxRequestBytes })
        : undefined;
      if (decoded !== undefined) return decoded;
    } catch {
      // The body does not have the coding of its header, or is too large.
    }
    throw new TableError("InternalServerError", "The request body cannot be decoded.", {}, 500);
  }
  if (body.length <= maxRequestBytes) return body;
  throw new TableError("RequestEntityTooLarge", "The request is larger than 16 MB.", {}, 413);
}

export const dynamodb = defineService({
  protocol: tableProtocol,
  operations: { ...tableOperations, ...streamOperations },
  access: (operation) => (input, arn, tables: DynamodbTables) => tableAccess(operation, input, arn, tables),
  start: (context) => new DynamodbTables(context),
  aliases: ["dynamodbstreams"],
  isRouteTarget: true,
});
