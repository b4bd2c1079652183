import { jsonOf } from "../../../facts/text/json";
import type { Values } from "../../../model/resources/model";
import { isValues } from "../../../model/resources/values";
import type { ServiceResponse } from "../contract/service";

const json = { "content-type": "application/x-amz-json-1.0" } as const;

export function okResponse(result: object): ServiceResponse {
  return { status: 200, headers: json, body: JSON.stringify(result) };
}

/** Errors whose words are in `Message`. Source: https://github.com/aws/api-models-aws (models/dynamodb) */
const withCapital: ReadonlySet<string> = new Set([
  "IdempotentParameterMismatchException",
  "TransactionCanceledException",
  "TransactionInProgressException",
]);

/** An error as DynamoDB writes it. */
export function refusal(code: string, message: string, more: object = {}): ServiceResponse {
  const member = withCapital.has(code) ? "Message" : "message";
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${code}`, [member]: message, ...more };
  return { status: 400, headers: json, body: JSON.stringify(body) };
}

export const tableNotFound = refusal("ResourceNotFoundException", "Requested resource not found");

export function tableExists(name = ""): ServiceResponse {
  return refusal("ResourceInUseException", `Table already exists: ${name}`);
}

/** The refusal of a request for a resource that AWS may have and this machine does not. It is also logged. */
export function notHere(code: string, message: string): ServiceResponse {
  return { ...refusal(code, message), notHere: message };
}

/** The result or the error in a response; empty when it has none. */
export function bodyOf({ body }: ServiceResponse): Values {
  const value = jsonOf(String(body ?? ""));
  return isValues(value) ? value : {};
}

/** The words of a refusal. */
export function refusalMessage(response: ServiceResponse): string {
  const { message, Message } = bodyOf(response);
  return String(message ?? Message);
}

/** The code of a refusal: `ConditionalCheckFailedException`; undefined for a result. */
export function refusalCode(response: ServiceResponse): string | undefined {
  return response.status === 200 ? undefined : String(bodyOf(response).__type).split("#").at(-1);
}

/** The refusal of a list that is too short or too long. */
export function lengthRefusal(
  member: string,
  value: readonly unknown[],
  most: number,
): ServiceResponse | undefined {
  const limit =
    value.length === 0
      ? "greater than or equal to 1"
      : value.length > most
        ? `less than or equal to ${most}`
        : undefined;
  if (limit === undefined) return undefined;
  const shown = value.length === 0 ? "[]" : `[${value.map(() => "...").join(", ")}]`;
  return refusal(
    "ValidationException",
    `1 validation error detected: Value '${shown}' at '${member}' failed to satisfy constraint: Member must have length ${limit}`,
  );
}
