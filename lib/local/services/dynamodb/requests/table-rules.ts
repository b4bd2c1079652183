import { block, blocks, number, requireText, text, texts, type Values } from "../../../../model";
import { ItemError } from "../errors";
import { invalid } from "../expressions/attribute-values";
import { namesOfKeys } from "../store/schema";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-secondary-indexes */
const mostLocalIndexes = 5;
const mostGlobalIndexes = 20;
/** The maximum number of partition keys, and of sort keys, in one index. */
const mostKeys = 4;
const mostUnits = 1_000_000_000_000;

export const noUnitsOnDemand = invalid(
  "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST",
);

/** Refuses a name that no table can have. */
export function checkTableName({ TableName: name }: Values): void {
  if (name === undefined) {
    throw new ItemError("The parameter 'TableName' is required but was not present in the request");
  }
  const { length } = String(name);
  if (length >= 3 && length <= 255) return;
  throw new ItemError("TableName must be at least 3 characters long and at most 255 characters long");
}

/** Refuses a table that cannot be created. */
export function checkCreation(input: Values): void {
  checkSingleKeys(blocks(input, "GlobalSecondaryIndexes"));
  const repeated = repeatedIn(
    blocks(input, "AttributeDefinitions").map((each) => requireText(each, "AttributeName")),
  );
  if (repeated !== undefined) {
    const what = `Duplicate AttributeName in AttributeDefinitions: ${repeated}`;
    throw new ItemError(`Cannot have two attributes with the same name: ${what}`);
  }
  const isOnDemand = input.BillingMode === "PAY_PER_REQUEST";
  const units = block(input, "ProvisionedThroughput");
  if (isOnDemand && units !== undefined) throw new ItemError(noUnitsOnDemand);
  if (!isOnDemand && units === undefined) {
    const rule = "must both be specified when BillingMode is PROVISIONED";
    throw new ItemError(invalid(`ReadCapacityUnits and WriteCapacityUnits ${rule}`));
  }
  checkUnits(units);
  const definitions = blocks(input, "AttributeDefinitions").map((each) => text(each, "AttributeName") ?? "");
  const keys = namesOfKeys(input);
  if (keys.length > definitions.length) {
    throw new ItemError("Invalid KeySchema: Some index key attribute have no definition");
  }
  checkKeySchema(input, definitions);
  const [local, global] = [input.LocalSecondaryIndexes, input.GlobalSecondaryIndexes];
  if (local === undefined && global === undefined && keys.length !== definitions.length) {
    const rule = "does not exactly match number of attributes defined in AttributeDefinitions";
    throw new ItemError(invalid(`Number of attributes in KeySchema ${rule}`));
  }
  const names = new Set<string>();
  const check = (kind: string, checkOne: (index: Values) => void): number => {
    const indexes = blocks(input, kind);
    if (input[kind] !== undefined && indexes.length === 0) {
      throw new ItemError(invalid(`List of ${kind} is empty`));
    }
    if (indexes.length > 0 && kind === "LocalSecondaryIndexes" && keys.length !== 2) {
      const rule = "which is required when specifying a LocalSecondaryIndex";
      throw new ItemError(invalid(`Table KeySchema does not have a range key, ${rule}`));
    }
    for (const index of indexes) {
      const name = requireText(index, "IndexName");
      checkKeySchema(index, definitions);
      checkOne(index);
      if (names.has(name)) throw new ItemError(invalid(`Duplicate index name: ${name}`));
      names.add(name);
    }
    return indexes.length;
  };
  const locals = check("LocalSecondaryIndexes", (index) => {
    checkLocal(index, keys);
    checkProjection(index);
  });
  if (locals > mostLocalIndexes) {
    const limit = `per-table limit of ${mostLocalIndexes}`;
    throw new ItemError(invalid(`Number of LocalSecondaryIndexes exceeds ${limit}`));
  }
  const globals = check("GlobalSecondaryIndexes", (index) => {
    checkProjection(index);
    if (!isOnDemand || index.ProvisionedThroughput === undefined) return;
    const rule = `for index: ${index.IndexName} when BillingMode is PAY_PER_REQUEST`;
    throw new ItemError(invalid(`ProvisionedThroughput should not be specified ${rule}`));
  });
  if (globals > mostGlobalIndexes) {
    throw new ItemError(
      invalid(`GlobalSecondaryIndex count exceeds the per-table limit of ${mostGlobalIndexes}`),
    );
  }
}

/**
 * Refuses a global index whose key has several attributes, as AWS has since November 2025.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html
 */
function checkSingleKeys(indexes: readonly Values[]): void {
  const found = indexes.find((index) => {
    const kinds = blocks(index, "KeySchema").map(({ KeyType }) => KeyType);
    const counts = ["HASH", "RANGE"].map((kind) => {
      const { length } = kinds.filter((each) => each === kind);
      if (length <= mostKeys) return length;
      throw new ItemError(
        invalid(`Index KeySchema has more than ${mostKeys} ${kind} keys: ${index.IndexName}`),
      );
    });
    return counts[0] !== 0 && Math.max(...counts) > 1;
  });
  if (found === undefined) return;
  const what = "indexes with a key of several attributes";
  throw new ItemError(`serverform local does not emulate ${what}: ${String(found.IndexName)}.`);
}

/** Refuses keys whose attributes have no definition. */
export function checkDefined(keys: readonly string[], definitions: readonly unknown[]): void {
  if (keys.every((key) => definitions.includes(key))) return;
  const lists = `Keys: [${keys.join(", ")}], AttributeDefinitions: [${definitions.join(", ")}]`;
  const what = "Some index key attributes are not defined in AttributeDefinitions.";
  throw new ItemError(invalid(`${what} ${lists}`));
}

function checkKeySchema(part: Values, definitions: readonly string[]): void {
  const keys = namesOfKeys(part);
  checkDefined(keys, definitions);
  if (keys.length === 2 && keys[0] === keys[1]) {
    throw new ItemError("Both the Hash Key and the Range Key element in the KeySchema have the same name");
  }
  const [first, second] = blocks(part, "KeySchema").map(({ KeyType }) => KeyType);
  if (first !== "HASH") {
    throw new ItemError("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  }
  if (second !== undefined && second !== "RANGE") {
    throw new ItemError("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
}

function checkLocal(index: Values, [tableKey]: readonly string[]): void {
  const [hash, range] = namesOfKeys(index);
  if (range === undefined) {
    throw new ItemError(invalid(`Index KeySchema does not have a range key for index: ${index.IndexName}`));
  }
  if (hash === tableKey) return;
  const keys = `index hash key: ${hash}, table hash key: ${tableKey}`;
  const rule = "Index KeySchema does not have the same leading hash key as table KeySchema for index";
  throw new ItemError(invalid(`${rule}: ${index.IndexName}. ${keys}`));
}

function checkProjection(index: Values): void {
  const { ProjectionType: type, NonKeyAttributes: names } = block(index, "Projection") ?? {};
  if (type === undefined) throw new ItemError(invalid("Unknown ProjectionType: null"));
  if ((names !== undefined) !== (type === "INCLUDE")) {
    const is = names === undefined ? "is not specified" : "is specified";
    throw new ItemError(invalid(`ProjectionType is ${type}, but NonKeyAttributes ${is}`));
  }
  const repeated = repeatedIn(texts(block(index, "Projection") ?? {}, "NonKeyAttributes"));
  if (repeated === undefined) return;
  throw new ItemError(invalid(`Duplicate AttributeName in NonKeyAttributes: ${repeated}`));
}

const repeatedIn = (names: readonly string[]): string | undefined =>
  names.find((name, at) => names.indexOf(name) < at);

/** Refuses a request that does not change a table, or whose changes are incomplete or cannot be combined. */
export function checkChange(input: Values): void {
  const { TableName: _, AttributeDefinitions: __, ...changes } = input;
  const updates = blocks(input, "GlobalSecondaryIndexUpdates");
  checkUpdates(updates);
  const isChange = Object.entries(changes).some(
    ([member]) => member !== "GlobalSecondaryIndexUpdates" || updates.length > 0,
  );
  if (!isChange) {
    throw new ItemError(
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required",
    );
  }
  const units = block(input, "ProvisionedThroughput");
  if (input.BillingMode === "PROVISIONED" && units === undefined) {
    const rule = "must be specified when BillingMode is PROVISIONED";
    throw new ItemError(invalid(`ProvisionedThroughput ${rule}`));
  }
  checkUnits(units);
  const names = updates.map(({ Create, Update, Delete }) =>
    requireText(Object(Create ?? Update ?? Delete) as Values, "IndexName"),
  );
  const repeated = repeatedIn(names);
  if (repeated === undefined) return;
  const rule = "Only one global secondary index update per index is allowed simultaneously";
  throw new ItemError(invalid(`${rule}. Index: ${repeated}`));
}

function checkUpdates(updates: readonly Values[]): void {
  for (const update of updates) {
    const { length } = Object.keys(update);
    if (length === 1) continue;
    const rule =
      length === 0 ? "One of GlobalSecondaryIndexUpdate must" : "Only one of GlobalSecondaryIndexUpdate can";
    throw new ItemError(invalid(`${rule} be present: Create, Update, Delete`));
  }
  const created = updates.flatMap((update) => blocks(update, "Create"));
  checkSingleKeys(created);
  for (const index of created) checkProjection(index);
}

function checkUnits(units: Values | undefined): void {
  for (const name of ["ReadCapacityUnits", "WriteCapacityUnits"]) {
    const value = units && number(units, name);
    if (value !== undefined && value > mostUnits) {
      throw new ItemError(`Given value ${value} for ${name} is out of bounds`);
    }
  }
}
