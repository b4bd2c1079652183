import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { block, blocks, requireText, type Values } from "../../../../model";
import { namesOfKeys } from "./schema";

/** The description of a new table, which can be used at once. */
export function newDescription(input: Values, TableArn: string, nowMs: number): Values {
  const now = nowMs / 1000;
  const table = { TableArn };
  const local = blocks(input, "LocalSecondaryIndexes").map((index) => describedIndex(index, table));
  const global = blocks(input, "GlobalSecondaryIndexes").map((index) => ({
    ...describedIndex(index, table),
    ...activeIndex(index),
  }));
  return {
    AttributeDefinitions: input.AttributeDefinitions,
    TableName: input.TableName,
    KeySchema: input.KeySchema,
    TableStatus: "ACTIVE",
    CreationDateTime: now,
    ProvisionedThroughput: newThroughput(input),
    TableSizeBytes: 0,
    ItemCount: 0,
    TableArn,
    TableId: randomUUID(),
    ...(input.BillingMode === "PAY_PER_REQUEST" && billing("PAY_PER_REQUEST", now)),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  };
}

const noUnits = { ReadCapacityUnits: 0, WriteCapacityUnits: 0 } as const;

/** The throughput of a new table or index. */
export function newThroughput(part: Values): Values {
  return { ...noUnits, ...block(part, "ProvisionedThroughput"), NumberOfDecreasesToday: 0 };
}

/** The members of a description for the billing mode of a table. */
export function billing(mode: unknown, changedAt: number): Values {
  const times = mode === "PAY_PER_REQUEST" ? { LastUpdateToPayPerRequestDateTime: changedAt } : {};
  return { BillingModeSummary: { BillingMode: mode, ...times } };
}

/** A global index that a table gets or loses. */
export interface IndexChange {
  /** As UpdateTable has it. */
  readonly create?: Values;
  /** Name of an index. */
  readonly remove?: string;
  /** Definitions of attributes, of the table and of the new index. */
  readonly attributes: readonly Values[];
}

/** The description of a table after a change of its indexes. */
export function withChange(table: Values, { create, remove, attributes }: IndexChange): Values {
  const { GlobalSecondaryIndexes: _, ...rest } = table;
  const others = blocks(table, "GlobalSecondaryIndexes").filter(({ IndexName }) => IndexName !== remove);
  const indexes =
    create === undefined ? others : [...others, { ...describedIndex(create, table), ...activeIndex(create) }];
  const used = [table, ...blocks(table, "LocalSecondaryIndexes"), ...indexes].flatMap(namesOfKeys);
  const all = [...blocks(table, "AttributeDefinitions"), ...attributes];
  const byName = new Map(all.map((each) => [requireText(each, "AttributeName"), each]));
  return {
    ...rest,
    AttributeDefinitions: [...byName].filter(([name]) => used.includes(name)).map(([, each]) => each),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  };
}

/** An index as descriptions have it. */
function describedIndex(index: Values, table: Values): Values {
  const IndexArn = `${table.TableArn}/index/${index.IndexName}`;
  return { ...index, IndexArn, IndexSizeBytes: 0, ItemCount: 0 };
}

function activeIndex(index: Values): Values {
  return { IndexStatus: "ACTIVE", ProvisionedThroughput: newThroughput(index) };
}

/**
 * The changes that turn the global indexes of a table into those of a definition; undefined if keys or local indexes differ, which no
 * table can change.
 */
export function changesTo(definition: Values, table: Values): readonly IndexChange[] | undefined {
  const fixed = ["KeySchema", "LocalSecondaryIndexes"];
  if (fixed.some((part) => !isDeepStrictEqual(shapeOf(definition, part), shapeOf(table, part))))
    return undefined;
  const [wanted, existing] = [definition, table].map((each) => blocks(each, "GlobalSecondaryIndexes"));
  const isSame = (one: Values) => (other: Values) => isDeepStrictEqual(indexShape(one), indexShape(other));
  const attributes = blocks(definition, "AttributeDefinitions");
  return [
    ...(existing ?? [])
      .filter((index) => wanted?.some(isSame(index)) !== true)
      .map((index) => ({ remove: requireText(index, "IndexName"), attributes })),
    ...(wanted ?? [])
      .filter((index) => existing?.some(isSame(index)) !== true)
      .map((create) => ({ create, attributes })),
  ];
}

function shapeOf(table: Values, part: string): unknown {
  if (part === "KeySchema") return namesOfKeys(table);
  return blocks(table, part).map(indexShape);
}

function indexShape(index: Values): unknown {
  const projection = block(index, "Projection") ?? {};
  const others = projection.NonKeyAttributes;
  return [
    index.IndexName,
    namesOfKeys(index),
    projection.ProjectionType,
    Array.isArray(others) ? others : [],
  ];
}
