import type { DynamodbTableAttribute } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { attempt, mapAttempts, together } from "../../facts/errors/problems";
import {
  checkKeys,
  checkLimit,
  checkLiteral,
  isPlainObject,
  limits,
  memberPath,
  refuseValue,
  requireProp,
} from "../../kit/core";
import { fail } from "./errors";
import type { TableFieldType, TablePrimaryIndex } from "./props";

const attributeTypes: Readonly<Record<TableFieldType, string>> = { string: "S", number: "N", binary: "B" };

/** The declared fields of a table, and which of them are keys: AWS refuses attributes that are not keys. */
export class TableFields {
  private readonly used = new Set<string>();
  /** Undefined if they are refused. */
  private readonly fields: Readonly<Record<string, TableFieldType>> | undefined;

  constructor(
    private readonly table: Construct,
    given: Readonly<Record<string, TableFieldType>> | undefined,
  ) {
    this.fields = attempt(() => {
      if (given !== undefined && Object.keys(given).length === 0)
        fail(table, "table-fields-empty", "fields", {});
      return given;
    });
    mapAttempts(Object.entries(given ?? {}), ([name, type]) => {
      checkLimit(table, memberPath("fields", name), name, limits.aws_dynamodb_table["attribute.name"]);
      checkLiteral(table, memberPath("fields", name), type, Object.keys(attributeTypes));
    });
  }

  /** The type of a field; undefined if it is not declared. */
  typeOf(name: string): TableFieldType | undefined {
    return this.fields !== undefined && Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }

  /** Refuses a key that is not a declared field. */
  requireKey(prop: string, name: unknown): void {
    requireProp(this.table, prop, name, 'Write the field of the key: "id".');
    if (typeof name === "object") {
      const [first = "id"] = Object.keys(this.fields ?? {});
      const meant = (name as { readonly name?: unknown } | null)?.name;
      const field = typeof meant === "string" ? meant : first;
      refuseValue(this.table, prop, name, `the name of a field, whose type is in fields: "${field}"`);
    }
    if (this.fields === undefined) return;
    if (typeof name !== "string" || this.typeOf(name) === undefined) {
      const fields = Object.keys(this.fields);
      fail(this.table, "table-field-unknown", prop, {
        value: String(name),
        fields,
        table: this.table.node.id,
      });
    }
  }

  /** Refuses keys of the primary or a global index that are not declared fields. */
  requireKeys(prop: string, index: unknown, keys: readonly string[]): void {
    if (!isPlainObject(index)) refuseValue(this.table, prop, index, "{ partitionKey, sortKey }");
    for (const key of ["partitionKey", "sortKey"] as const) {
      const value: unknown = (index as Readonly<Record<string, unknown>>)[key];
      if (Array.isArray(value)) fail(this.table, "table-key-of-several", `${prop}.${key}`, { value });
    }
    const { partitionKey, sortKey } = index as Partial<TablePrimaryIndex>;
    together(
      () => checkKeys(this.table, prop, index, keys),
      () => this.requireKey(`${prop}.partitionKey`, partitionKey),
      () => sortKey !== undefined && this.requireKey(`${prop}.sortKey`, sortKey),
    );
    if (sortKey === partitionKey) this.refuseEqualKeys(`${prop}.sortKey`, sortKey);
  }

  /** Refuses a sort key that is the partition key too. */
  refuseEqualKeys(prop: string, value: unknown): never {
    return fail(this.table, "table-keys-equal", prop, { value });
  }

  use(...names: readonly (string | undefined)[]): void {
    for (const name of names) if (name !== undefined) this.used.add(name);
  }

  /** The attributes for the provider, sorted: the order has no effect. */
  get attributes(): DynamodbTableAttribute[] {
    return [...this.used]
      .sort()
      .map((name) => ({ name, type: attributeTypes[this.typeOf(name) ?? "string"] }));
  }
}
