import { jsonOrText } from "../../json";
import { ServiceError } from "../contract/define-service";

/** Message attributes as SNS writes them into notifications. */
export type MessageAttributes = Readonly<Record<string, { readonly Type: string; readonly Value: string }>>;

/** The attributes of a request: `MessageAttributes.entry.1.Name`, `...1.Value.DataType`, `...1.Value.StringValue`. */
export function parseAttributes(input: URLSearchParams, prefix: string): MessageAttributes {
  const found: Record<string, { Type: string; Value: string }> = {};
  for (let index = 1; ; index += 1) {
    const name = input.get(`${prefix}${index}.Name`);
    if (name === null) return found;
    const value = (part: string): string | null => input.get(`${prefix}${index}.Value.${part}`);
    const Type = value("DataType") ?? "";
    const Value = value(Type.startsWith("Binary") ? "BinaryValue" : "StringValue") ?? "";
    checkAttribute(name, Type, Value);
    found[name] = { Type, Value };
  }
}

/** Source: https://docs.aws.amazon.com/sns/latest/dg/sns-message-attributes.html */
function checkAttribute(name: string, type: string, value: string): void {
  const [base = ""] = type.split(".");
  const invalid = (problem: string) =>
    new ServiceError("ParameterValueInvalid", `The message attribute '${name}' ${problem}`);
  if (!["String", "Number", "Binary"].includes(base)) {
    throw invalid(
      "has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.",
    );
  }
  if (value === "") {
    throw invalid(`must contain non-empty message attribute value for message attribute type '${type}'.`);
  }
  if (base !== "Number" || (value.trim() !== "" && Number.isFinite(Number(value)))) return;
  throw new ServiceError(
    "ParameterValueInvalid",
    `Could not cast message attribute '${name}' value to number.`,
  );
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
    Object.entries(attributes).map(([name, { Type, Value }]) => {
      if (Type === "Number") return [name, Number(Value)];
      return [name, Type === "String.Array" ? jsonOrText(Value) : Value];
    }),
  );
}
