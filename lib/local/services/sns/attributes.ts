import { jsonOrText } from "../../json";

/** Message attributes as SNS writes them into notifications. */
export type MessageAttributes = Readonly<Record<string, { readonly Type: string; readonly Value: string }>>;

/** The attributes of a request: `MessageAttributes.entry.1.Name`, `...1.Value.DataType`, `...1.Value.StringValue`. */
export function parseAttributes(input: URLSearchParams, prefix: string): MessageAttributes {
  const found: Record<string, { Type: string; Value: string }> = {};
  for (let index = 1; ; index += 1) {
    const name = input.get(`${prefix}${index}.Name`);
    if (name === null) return found;
    const value = (part: string): string | null => input.get(`${prefix}${index}.Value.${part}`);
    found[name] = {
      Type: value("DataType") ?? "String",
      Value: value("StringValue") ?? value("BinaryValue") ?? "",
    };
  }
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
