import { jsonOf, jsonOrText } from "../../../facts/text/json";
import { block, isValues, text, type Values } from "../../../model";
import { ServiceError } from "../contract/define-service";
import { requestTrace, type TracedInput } from "../contract/request-trace";
import type { DeliveredAttribute } from "../contract/service";
import { detected, violation } from "../contract/violations";

/** Message attributes as SNS writes them into notifications. */
type MessageAttributes = Readonly<Record<string, { readonly Type: string; readonly Value: string }>>;

/**
 * The attributes of a request or of an entry of a batch.
 *
 * @param path - the entry, in refusals
 */
function parseAttributes(entry: Values, path: string): MessageAttributes {
  const given = Object.entries(block(entry, "MessageAttributes") ?? {});
  const parsed = given.map(([name, value]): [string, { Type: string; Value: string }] => {
    const content = isValues(value) ? value : {};
    checkName(name);
    const Type = text(content, "DataType");
    if (Type === undefined) throw noType(name, path);
    const isBinary = checkType(name, Type) === "Binary";
    const [field, other] = isBinary
      ? (["BinaryValue", "StringValue"] as const)
      : (["StringValue", "BinaryValue"] as const);
    const Value = text(content, field) ?? "";
    if (Value === "" && (text(content, other) ?? "") !== "") {
      const wanted = isBinary ? "Binary" : "String";
      throw invalid(`The message attribute '${name}' with type '${Type}' must use field '${wanted}'.`);
    }
    checkValue(name, Type, Value);
    return [name, { Type, Value }];
  });
  return Object.fromEntries(parsed);
}

/** The attributes of a message of another service, as SNS writes them. */
export function publishedAttributes(
  attributes: Readonly<Record<string, DeliveredAttribute>>,
): MessageAttributes {
  const published = Object.entries(attributes).map(
    ([name, { DataType, StringValue, BinaryValue }]) =>
      [name, { Type: DataType, Value: StringValue ?? BinaryValue ?? "" }] as const,
  );
  return Object.fromEntries(published);
}

const invalid = (message: string) => new ServiceError("ParameterValueInvalid", message);

/**
 * Sources: https://docs.aws.amazon.com/sns/latest/dg/sns-message-attributes.html, and
 * https://github.com/localstack/localstack (tests/aws/services/sns/test_sns.snapshot.json) for the words
 */
function checkName(name: string): void {
  if (Buffer.byteLength(name) > 256) {
    throw invalid("Length of message attribute name must be less than 256 bytes.");
  }
  const [strange] = /[^\w.-]/u.exec(name) ?? [];
  if (strange !== undefined) {
    const code = (strange.codePointAt(0) ?? 0).toString(16).toUpperCase();
    throw invalid(
      `Invalid non-alphanumeric character '#x${code}' was found in the message attribute name. Can only include alphanumeric characters, hyphens, underscores, or dots.`,
    );
  }
  if (name.startsWith("."))
    throw invalid("Invalid message attribute name starting with character '.' was found.");
  if (name.endsWith("."))
    throw invalid("Invalid message attribute name ending with character '.' was found.");
  if (name.includes("..")) throw invalid("Message attribute name can not have successive '.' character.");
}

function noType(name: string, path: string): ServiceError {
  const at = `${path}messageAttributes.${name}.member.dataType`;
  return new ServiceError("ValidationError", detected(violation(at, null, "not be null")));
}

/** The part of a type that SNS knows. */
function checkType(name: string, type: string): string {
  const [, base] = /^(String|Number|Binary)(?:\..+)?$/s.exec(type) ?? [];
  if (base !== undefined) return base;
  throw invalid(
    `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
  );
}

function checkValue(name: string, type: string, value: string): void {
  if (value === "") {
    throw invalid(
      `The message attribute '${name}' must contain non-empty message attribute value for message attribute type '${type}'.`,
    );
  }
  if (!type.startsWith("Number") || (value.trim() !== "" && Number.isFinite(Number(value)))) return;
  throw invalid(`Could not cast message attribute '${name}' value to number.`);
}

/** The size of attributes: names, types and values count. */
export function attributesSize(attributes: MessageAttributes): number {
  const sizes = Object.entries(attributes).map(([name, { Type, Value }]) => {
    const value = Buffer.from(Value, Type.startsWith("Binary") ? "base64" : "utf8");
    return Buffer.byteLength(name) + Buffer.byteLength(Type) + value.length;
  });
  return sizes.reduce((sum, each) => sum + each, 0);
}

/**
 * The object that a filter policy is matched with.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html
 */
export function attributeFilter(attributes: MessageAttributes): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { Type, Value }]) => {
      // Policies do not see bytes: .../dg/subscription-filter-policy-constraints.html
      if (Type.startsWith("Binary")) return [];
      if (Type === "Number") return [[name, Number(Value)]];
      return [[name, Type === "String.Array" ? jsonOrText(Value) : Value]];
    }),
  );
}

/** A published message. */
export interface Publication {
  readonly topicArn: string;
  readonly message: string;
  readonly subject: string | undefined;
  readonly attributes: MessageAttributes;
  /** Whether the message holds a text per protocol: `MessageStructure` is `json`. */
  readonly isStructured: boolean;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  /** The header of X-Ray of the request. */
  readonly traceHeader: string | undefined;
}

/**
 * Reads a message to publish: the input itself, or an entry of a batch.
 *
 * @param path - the entry, in refusals: `publishBatchRequestEntries.1.member.`
 */
export function publicationOf(
  topicArn: string,
  input: TracedInput,
  entry: Values = input,
  path = "",
): Publication {
  const isStructured = text(entry, "MessageStructure") === "json";
  const message = text(entry, "Message") ?? "";
  if (isStructured) checkStructure(message);
  return {
    topicArn,
    message,
    subject: text(entry, "Subject"),
    attributes: parseAttributes(entry, path),
    isStructured,
    groupId: text(entry, "MessageGroupId"),
    deduplicationId: text(entry, "MessageDeduplicationId"),
    traceHeader: input[requestTrace],
  };
}

/** Source: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
function checkStructure(message: string): void {
  const texts = jsonOf(message);
  if (isValues(texts) && typeof texts.default === "string") return;
  const problem = isValues(texts)
    ? "No default entry in JSON message body"
    : "JSON message body failed to parse";
  throw new ServiceError("InvalidParameter", `Invalid parameter: Message Structure - ${problem}`);
}
