import { parseArnOf } from "../../../../facts/aws/arns";
import { block, blocks, isValues, number, requireText, text, texts, type Values } from "../../../../model";
import type { DynamodbTables } from "../dynamodb-tables";
import { ItemError, noTable, TableError, tableNameOf } from "../errors";
import { invalid } from "../expressions/attribute-values";
import {
  checkChange,
  checkCreation,
  checkDefined,
  checkTableName,
  noUnitsOnDemand,
} from "../requests/table-rules";
import { billing, type IndexChange, newThroughput, withChange } from "../store/descriptions";
import { namesOfKeys } from "../store/schema";
import type { Table } from "../store/table";
import {
  checkDeletion,
  checkStreamChange,
  describedFeatures,
  requestedFeatures,
  requestedSettings,
  requestedStream,
} from "../table-settings";

/**
 * The description of a table after a change of its throughput, and while it is changed; undefined if the request changes none.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
function changedThroughput(
  input: Values,
  table: Values,
  now: number,
): { readonly after: Values; readonly during: Values } | undefined {
  const before = text(block(table, "BillingModeSummary") ?? {}, "BillingMode") ?? "PROVISIONED";
  const mode = text(input, "BillingMode") ?? before;
  const units = block(input, "ProvisionedThroughput");
  if (units !== undefined && mode === "PAY_PER_REQUEST") throw new ItemError(noUnitsOnDemand);
  const updates = new Map(
    blocks(input, "GlobalSecondaryIndexUpdates").flatMap(({ Update }) =>
      isValues(Update) ? [[Update.IndexName, block(Update, "ProvisionedThroughput") ?? {}] as const] : [],
    ),
  );
  const indexes = blocks(table, "GlobalSecondaryIndexes");
  for (const name of updates.keys()) {
    if (indexes.every(({ IndexName }) => IndexName !== name)) {
      throw new TableError("ResourceNotFoundException", "Requested resource not found");
    }
  }
  const isOther = mode !== before;
  if (units === undefined && updates.size === 0 && !isOther) return undefined;
  const left = indexes.filter(({ IndexName }) => !updates.has(IndexName)).map(({ IndexName }) => IndexName);
  if (isOther && mode === "PROVISIONED" && left.length > 0) {
    throw new ItemError(invalid(`ProvisionedThroughput must be specified for index: ${left.join(",")}`));
  }
  const isOnDemand = isOther && mode === "PAY_PER_REQUEST";
  const changed = (part: Values, wanted: Values | undefined): Values => {
    if (isOnDemand) return { ...part, ProvisionedThroughput: newThroughput({}) };
    return wanted === undefined ? part : { ...part, ProvisionedThroughput: changedUnits(part, wanted, now) };
  };
  const isIndex = ({ IndexName }: Values): boolean => isOnDemand || updates.has(IndexName);
  const modeAfter = isOther ? billing(mode, now) : {};
  return {
    after: {
      ...changed(table, units),
      ...modeAfter,
      ...withIndexes(indexes.map((index) => changed(index, updates.get(index.IndexName)))),
    },
    during: {
      ...(isOther ? changed(table, units) : table),
      ...modeAfter,
      ...((units !== undefined || isOther) && { TableStatus: "UPDATING" }),
      ...withIndexes(
        indexes.map((index) => (isIndex(index) ? { ...index, IndexStatus: "UPDATING" } : index)),
      ),
    },
  };
}

const withIndexes = (indexes: readonly Values[]): Values =>
  indexes.length === 0 ? {} : { GlobalSecondaryIndexes: indexes };

function changedUnits(part: Values, wanted: Values, now: number): Values {
  const current = block(part, "ProvisionedThroughput") ?? {};
  const names = ["ReadCapacityUnits", "WriteCapacityUnits"] as const;
  const [read = 0, write = 0] = names.map(
    (name) => (number(wanted, name) ?? 0) - (number(current, name) ?? 0),
  );
  if (read === 0 && write === 0) {
    const units = names.map(
      (name) =>
        `Current ${name} provisioned for the table: ${current[name]}. Requested ${name}: ${wanted[name]}.`,
    );
    throw new ItemError(
      "The provisioned throughput for the table will not change. The requested value equals the current value. " +
        `${units.join(" ")} Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.`,
    );
  }
  const isLess = read < 0 || write < 0;
  return {
    ...current,
    ...(read > 0 || write > 0 ? { LastIncreaseDateTime: now } : {}),
    ...(isLess && { LastDecreaseDateTime: now }),
    NumberOfDecreasesToday: (number(current, "NumberOfDecreasesToday") ?? 0) + (isLess ? 1 : 0),
    ReadCapacityUnits: wanted.ReadCapacityUnits,
    WriteCapacityUnits: wanted.WriteCapacityUnits,
  };
}

const mostTables = 100;

export function createTable(tables: DynamodbTables, input: Values): object {
  checkTableName(input);
  checkCreation(input);
  const name = requireText(input, "TableName");
  if (tables.table(name) !== undefined) {
    throw new TableError("ResourceInUseException", `Table already exists: ${name}`);
  }
  const { clock } = tables.context;
  const table = tables.create(requestedSettings(input, tables.model, clock.now()));
  for (const tag of blocks(input, "Tags")) table.tags.set(requireText(tag, "Key"), requireText(tag, "Value"));
  table.save();
  const { BillingMode } = input;
  const indexes = blocks(table.description, "GlobalSecondaryIndexes");
  return {
    TableDescription: described(table, {
      ...table.description,
      TableStatus: "CREATING",
      ...(BillingMode === "PAY_PER_REQUEST" && { BillingModeSummary: { BillingMode } }),
      ...(indexes.length > 0 && {
        GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, IndexStatus: "CREATING" })),
      }),
    }),
  };
}

export function describeTable(tables: DynamodbTables, input: Values): object {
  const table = requireNamed(tables, input);
  return { Table: described(table, table.description, true) };
}

export function listTables(
  tables: DynamodbTables,
  { Limit, ExclusiveStartTableName: start }: Values,
): object {
  const names = tables.here
    .map(({ name }) => name)
    .filter((name) => typeof start !== "string" || name > start);
  const limit = typeof Limit === "number" ? Limit : mostTables;
  const TableNames = names.sort().slice(0, limit);
  return { TableNames, ...(names.length > limit && { LastEvaluatedTableName: TableNames.at(-1) }) };
}

/** The description of a table that is being deleted does not say what the table was like. */
export async function deleteTable(tables: DynamodbTables, input: Values): Promise<object> {
  const table = requireNamed(tables, input);
  checkDeletion(table.settings.features);
  const {
    KeySchema: _keys,
    AttributeDefinitions: _attributes,
    GlobalSecondaryIndexes: _global,
    LocalSecondaryIndexes: _local,
    CreationDateTime: _created,
    ...rest
  } = described(table, table.description);
  await tables.delete(table);
  return { TableDescription: { ...rest, TableStatus: "DELETING" } };
}

export function updateTable(tables: DynamodbTables, input: Values): object {
  checkTableName(input);
  checkChange(input);
  const table = requireNamed(tables, input);
  const { clock } = tables.context;
  const { settings } = table;
  checkStreamChange(input, settings);
  const throughput = changedThroughput(input, table.description, clock.now() / 1000);
  const change = requestedChange(input, table.description);
  const stream =
    input.StreamSpecification === undefined
      ? settings.stream
      : requestedStream(input, settings.arn, clock.now());
  const features = { ...settings.features, ...requestedFeatures(input, tables.model) };
  let [after, during] = [throughput?.after ?? table.description, throughput?.during ?? table.description];
  if (change !== undefined) {
    [after, during] = [withChange(after, change), changing(withChange(during, change), change)];
  }
  if (after !== table.description) table.redefine(after);
  tables.set(table, { ...settings, stream, features });
  table.save();
  return { TableDescription: described(table, during) };
}

export function tagResource(tables: DynamodbTables, input: Values): object {
  const table = requireResource(tables, input);
  const tags = blocks(input, "Tags");
  if (tags.length === 0) throw new ItemError("Atleast one Tag needs to be provided as Input.");
  for (const tag of tags) table.tags.set(requireText(tag, "Key"), requireText(tag, "Value"));
  table.save();
  return {};
}

export function untagResource(tables: DynamodbTables, input: Values): object {
  const table = requireResource(tables, input);
  const keys = texts(input, "TagKeys");
  if (keys.length === 0) throw new ItemError("Atleast one Tag Key needs to be provided as Input.");
  for (const key of keys) table.tags.delete(key);
  table.save();
  return {};
}

export function listTagsOfResource(tables: DynamodbTables, input: Values): object {
  const { tags } = requireResource(tables, input);
  return { Tags: [...tags].sort().map(([Key, Value]) => ({ Key, Value })) };
}

function requireNamed(tables: DynamodbTables, input: Values): Table {
  checkTableName(input);
  const name = tableNameOf(requireText(input, "TableName"));
  const table = tables.table(requireText(input, "TableName"));
  if (table === undefined) throw noTable(name, `Requested resource not found: Table: ${name} not found`);
  return table;
}

function requireResource(tables: DynamodbTables, input: Values): Table {
  const arn = text(input, "ResourceArn");
  if (arn === undefined) throw new ItemError("Invalid TableArn");
  if (!/^table\/[^/]{3,}$/.test(parseArnOf("dynamodb", arn)?.resource ?? "")) {
    throw new ItemError(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  }
  const table = tables.table(arn);
  if (table !== undefined) return table;
  throw noTable(tableNameOf(arn), `Requested resource not found: ResourcArn: ${arn} not found`);
}

/**
 * The description of a table, with its settings.
 *
 * @param isRead - whether it is the description of `DescribeTable`
 */
function described({ settings }: Table, table: Values, isRead = false): Values {
  const { stream, features } = settings;
  return {
    ...table,
    ...describedFeatures(table, features, isRead),
    ...(stream !== undefined && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType },
      LatestStreamArn: stream.arn,
      LatestStreamLabel: stream.arn.split("/").at(-1),
    }),
  };
}

/**
 * The index that an UpdateTable request creates or deletes; undefined for one that changes none.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
function requestedChange(input: Values, table: Values): IndexChange | undefined {
  const changes = blocks(input, "GlobalSecondaryIndexUpdates").filter(
    ({ Create, Delete }) => isValues(Create) || isValues(Delete),
  );
  const [change] = changes;
  if (change === undefined) return undefined;
  if (changes.length > 1) {
    const limit = "Only 1 online index can be created or deleted simultaneously per table";
    throw new TableError("LimitExceededException", `Subscriber limit exceeded: ${limit}`);
  }
  const namesOf = (kind: string) => blocks(table, kind).map(({ IndexName }) => IndexName);
  const existing = namesOf("GlobalSecondaryIndexes");
  const { Create: create, Delete: removal } = change;
  if (!isValues(create)) {
    const remove = requireText(isValues(removal) ? removal : {}, "IndexName");
    if (existing.includes(remove)) return { remove, attributes: [] };
    throw new TableError("ResourceNotFoundException", "Requested resource not found");
  }
  if ([...existing, ...namesOf("LocalSecondaryIndexes")].includes(create.IndexName))
    throw new ItemError("Attempting to create an index which already exists");
  const defined = blocks(table, "AttributeDefinitions");
  const given = blocks(input, "AttributeDefinitions");
  // AWS wants the definitions of all keys of the index in the request, of known attributes, too.
  const names = given.map(({ AttributeName }) => AttributeName);
  checkDefined(namesOfKeys(create), names);
  const types = new Map(defined.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));
  const isRedefined = given.some(
    (each) => types.has(each.AttributeName) && types.get(each.AttributeName) !== each.AttributeType,
  );
  if (isRedefined) {
    const what =
      "Attributes cannot be redefined. Please check that your attribute has the same type as previously defined.";
    throw new ItemError(invalid(what));
  }
  return { create, attributes: given };
}

/** The description while the index is being made or deleted. It is ready when the next request is answered. */
function changing(table: Values, { create, remove }: IndexChange): Values {
  const after = blocks(table, "GlobalSecondaryIndexes");
  const indexes = after.map((index) =>
    index.IndexName === create?.IndexName ? { ...index, IndexStatus: "CREATING", Backfilling: true } : index,
  );
  const removed = remove === undefined ? [] : [{ IndexName: remove, IndexStatus: "DELETING" }];
  return { ...table, TableStatus: "UPDATING", GlobalSecondaryIndexes: [...indexes, ...removed] };
}
