import { standardUserAttributes } from "../../../../facts/aws/user-attributes";
import type { Values } from "../../../../model/resources/model";
import { block, blocks, flag, number, text } from "../../../../model/resources/values";

/** An attribute that users of a pool may have. */
export interface AttributeSchema {
  readonly name: string;
  readonly type: "String" | "Number" | "DateTime" | "Boolean";
  readonly isMutable: boolean;
  readonly isRequired: boolean;
  readonly isDeveloperOnly: boolean;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minValue?: number | undefined;
  readonly maxValue?: number | undefined;
}

const types: Readonly<Record<string, AttributeSchema["type"]>> = {
  email_verified: "Boolean",
  phone_number_verified: "Boolean",
  updated_at: "Number",
};

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html */
const standard = standardUserAttributes.map((name): AttributeSchema => {
  const type = types[name] ?? "String";
  return {
    name,
    type,
    isMutable: name !== "sub",
    isRequired: name === "sub",
    isDeveloperOnly: false,
    ...(type === "String" && {
      minLength: name === "birthdate" ? 10 : name === "sub" ? 1 : 0,
      maxLength: name === "birthdate" ? 10 : 2048,
    }),
    ...(type === "Number" && { minValue: 0 }),
  };
});

/** The attributes of a pool, by their names: `email`, `custom:team`. */
export function attributeSchemas(pool: Values): ReadonlyMap<string, AttributeSchema> {
  const all = new Map(standard.map((each) => [each.name, each]));
  for (const values of blocks(pool, "schema")) {
    const schema = schemaOf(values);
    all.set(schema.name, schema);
  }
  return all;
}

function schemaOf(values: Values): AttributeSchema {
  const name = text(values, "name") ?? "";
  const known = standard.find((each) => each.name === name);
  const isDeveloperOnly = flag(values, "developer_only_attribute") ?? false;
  const lengths = block(values, "string_attribute_constraints") ?? {};
  const bounds = block(values, "number_attribute_constraints") ?? {};
  return {
    name: known === undefined ? `${isDeveloperOnly ? "dev:" : ""}custom:${name}` : name,
    type: typeOf(text(values, "attribute_data_type")) ?? known?.type ?? "String",
    isMutable: flag(values, "mutable") ?? known?.isMutable ?? false,
    isRequired: flag(values, "required") ?? known?.isRequired ?? false,
    isDeveloperOnly,
    minLength: number(lengths, "min_length") ?? known?.minLength,
    maxLength: number(lengths, "max_length") ?? known?.maxLength,
    minValue: number(bounds, "min_value") ?? known?.minValue,
    maxValue: number(bounds, "max_value") ?? known?.maxValue,
  };
}

function typeOf(name: string | undefined): AttributeSchema["type"] | undefined {
  return (["String", "Number", "DateTime", "Boolean"] as const).find((each) => each === name);
}
