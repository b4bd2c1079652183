import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../model/resources/model";
import { block, blocks, isValues, requireText, text } from "../../../model/resources/values";
import type { ServiceResponse } from "../contract/service";
import type { IndexChange } from "./engine/engine-program";
import { refusal, tableNotFound } from "./responses";

/** The indexes that an UpdateTable request creates or deletes; undefined for one that changes none. */
export function wantsIndexChange(input: Values): boolean {
  return changesOf(input).length > 0;
}

/**
 * The change of a table's indexes that a request wants, or the refusal of the request.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
export function requestedChange(input: Values, table: Values): IndexChange | ServiceResponse {
  const changes = changesOf(input);
  const [change] = changes;
  if (change === undefined) return tableNotFound;
  if (changes.length > 1) {
    const limit = "Only 1 online index can be created or deleted simultaneously per table";
    return refusal("LimitExceededException", `Subscriber limit exceeded: ${limit}`);
  }
  const namesOf = (kind: string) => blocks(table, kind).map(({ IndexName }) => IndexName);
  const existing = namesOf("GlobalSecondaryIndexes");
  const { create, remove } = change;
  if (remove !== undefined) {
    return existing.includes(remove) ? { table: nameOf(table), remove, attributes: [] } : tableNotFound;
  }
  if (create === undefined) return tableNotFound;
  if ([...existing, ...namesOf("LocalSecondaryIndexes")].includes(create.IndexName))
    return refusal("ValidationException", "Attempting to create an index which already exists");
  const attributes = [...blocks(table, "AttributeDefinitions"), ...blocks(input, "AttributeDefinitions")];
  // AWS wants the definitions of all keys of the index in the request, of known attributes, too.
  const known = blocks(input, "AttributeDefinitions").map((each) => text(each, "AttributeName"));
  const keys = keysOf(create);
  if (keys.some((key) => !known.includes(key))) {
    const lists = `Keys: [${keys.join(", ")}], AttributeDefinitions: [${known.join(", ")}]`;
    const what = "Some index key attributes are not defined in AttributeDefinitions.";
    return refusal("ValidationException", `One or more parameter values were invalid: ${what} ${lists}`);
  }
  const redefined = blocks(input, "AttributeDefinitions").find((each) =>
    blocks(table, "AttributeDefinitions").some(
      ({ AttributeName, AttributeType }) =>
        AttributeName === each.AttributeName && AttributeType !== each.AttributeType,
    ),
  );
  if (redefined !== undefined) {
    const what =
      "Attributes cannot be redefined. Please check that your attribute has the same type as previously defined.";
    return refusal("ValidationException", `One or more parameter values were invalid: ${what}`);
  }
  return { table: nameOf(table), create, attributes };
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
  const name = nameOf(definition);
  return [
    ...(existing ?? [])
      .filter((index) => wanted?.some(isSame(index)) !== true)
      .map((index) => ({ table: name, remove: requireText(index, "IndexName"), attributes })),
    ...(wanted ?? [])
      .filter((index) => existing?.some(isSame(index)) !== true)
      .map((create) => ({ table: name, create, attributes })),
  ];
}

/** The description while the index is being made or deleted. It is ready when the next request is answered. */
export function changing(table: Values, { create, remove }: IndexChange): Values {
  const after = blocks(table, "GlobalSecondaryIndexes");
  const indexes = after.map((index) =>
    index.IndexName === create?.IndexName ? { ...index, IndexStatus: "CREATING", Backfilling: true } : index,
  );
  const removed = remove === undefined ? [] : [{ IndexName: remove, IndexStatus: "DELETING" }];
  return { ...table, TableStatus: "UPDATING", GlobalSecondaryIndexes: [...indexes, ...removed] };
}

function changesOf(input: Values): readonly Pick<IndexChange, "create" | "remove">[] {
  return blocks(input, "GlobalSecondaryIndexUpdates").flatMap(
    ({ Create, Delete }): readonly Pick<IndexChange, "create" | "remove">[] => {
      if (isValues(Create)) return [{ create: Create }];
      return isValues(Delete) ? [{ remove: requireText(Delete, "IndexName") }] : [];
    },
  );
}

const nameOf = (table: Values): string => requireText(table, "TableName");

const keysOf = (index: Values): readonly string[] =>
  blocks(index, "KeySchema").map((key) => requireText(key, "AttributeName"));

function shapeOf(table: Values, part: string): unknown {
  if (part === "KeySchema") return keysOf(table);
  return blocks(table, part).map(indexShape);
}

function indexShape(index: Values): unknown {
  const projection = block(index, "Projection") ?? {};
  const others = projection.NonKeyAttributes;
  return [index.IndexName, keysOf(index), projection.ProjectionType, Array.isArray(others) ? others : []];
}
