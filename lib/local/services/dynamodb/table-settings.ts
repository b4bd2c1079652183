import type { Model, Resource, Values } from "../../model/model";
import { blocks, flag, requireText, text, texts } from "../../model/values";

/** The settings of a table of the model. */
export interface TableSettings {
  readonly name: string;
  readonly arn: string;
  readonly keys: readonly string[];
  /** Input of CreateTable. */
  readonly definition: object;
  /** Undefined without a stream. */
  readonly stream: { readonly arn: string; readonly viewType: string } | undefined;
  /** Kinesis streams that receive every change. */
  readonly kinesisArns: readonly string[];
}

/** The tables of a model, by name. */
export function tableSettings(model: Model): ReadonlyMap<string, TableSettings> {
  return new Map(
    model
      .ofType("aws_dynamodb_table")
      .map((table) => [requireText(table.values, "name"), settingsOf(model, table)]),
  );
}

function settingsOf(model: Model, { values }: Resource): TableSettings {
  const name = requireText(values, "name");
  const streamArn = text(values, "stream_arn");
  const indexes = (attribute: string) =>
    blocks(values, attribute).map((index) => indexDefinition(index, values));
  const [global, local] = [indexes("global_secondary_index"), indexes("local_secondary_index")];
  return {
    name,
    arn: requireText(values, "arn"),
    keys: keysOf(values),
    definition: {
      TableName: name,
      AttributeDefinitions: blocks(values, "attribute").map((attribute) => ({
        AttributeName: requireText(attribute, "name"),
        AttributeType: requireText(attribute, "type"),
      })),
      KeySchema: keySchema(keysOf(values)),
      BillingMode: "PAY_PER_REQUEST",
      ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
      ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    },
    stream:
      flag(values, "stream_enabled") === true && streamArn !== undefined
        ? { arn: streamArn, viewType: text(values, "stream_view_type") ?? "NEW_AND_OLD_IMAGES" }
        : undefined,
    kinesisArns: model
      .ofType("aws_dynamodb_kinesis_streaming_destination")
      .filter((destination) => text(destination.values, "table_name") === name)
      .map((destination) => requireText(destination.values, "stream_arn")),
  };
}

function indexDefinition(index: Values, table: Values): object {
  // A local index has the table's partition key.
  const partition = text(index, "hash_key") ?? requireText(table, "hash_key");
  const sort = text(index, "range_key");
  const nonKey = texts(index, "non_key_attributes");
  return {
    IndexName: requireText(index, "name"),
    KeySchema: keySchema(sort === undefined ? [partition] : [partition, sort]),
    Projection: {
      ProjectionType: text(index, "projection_type") ?? "ALL",
      ...(nonKey.length > 0 && { NonKeyAttributes: nonKey }),
    },
  };
}

function keysOf(values: Values): readonly string[] {
  return [text(values, "hash_key"), text(values, "range_key")].filter((key) => key !== undefined);
}

function keySchema(keys: readonly string[]): readonly object[] {
  return keys.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? "HASH" : "RANGE" }));
}
