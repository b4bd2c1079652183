import { blocks, isValues, requireText, texts, type Values } from "../../../../model";
import { ItemError } from "../errors";
import { invalid, type StoredItem, typeOf } from "../expressions/attribute-values";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-partition-sort-keys */
const longestHashKey = 2048;
const longestRangeKey = 1024;

export interface KeyAttribute {
  readonly name: string;
  /** `S`, `N` or `B`. */
  readonly type: string;
  readonly isHash: boolean;
}

/** The keys of a table or an index: the partition key first. */
export type Keys = readonly KeyAttribute[];

/** @param part - the description of the table, or of one of its indexes */
export function keysIn(part: Values, table: Values): Keys {
  const definitions = blocks(table, "AttributeDefinitions");
  return namesOfKeys(part).map((name, index) => {
    const definition = definitions.find(({ AttributeName }) => AttributeName === name) ?? {};
    return { name, type: requireText(definition, "AttributeType"), isHash: index === 0 };
  });
}

export function namesOfKeys(part: Values): readonly string[] {
  return blocks(part, "KeySchema").map((key) => requireText(key, "AttributeName"));
}

/** The attribute of an item; undefined for one that it does not have. */
export function attributeOf(item: StoredItem, name: string): StoredItem[string] | undefined {
  return Object.hasOwn(item, name) ? item[name] : undefined;
}

/** The attributes of these names, without those that the item does not have. */
export function picked(item: StoredItem, names: Iterable<string>): StoredItem {
  const found: [string, StoredItem[string]][] = [];
  for (const name of names) {
    const value = attributeOf(item, name);
    if (value !== undefined) found.push([name, value]);
  }
  return Object.fromEntries(found);
}

/** The attributes that an index has of an item; undefined for all. */
export function projectedNames(index: Values, table: Values): ReadonlySet<string> | undefined {
  const projection = isValues(index.Projection) ? index.Projection : {};
  if (projection.ProjectionType === "ALL") return undefined;
  return new Set([...namesOfKeys(index), ...namesOfKeys(table), ...texts(projection, "NonKeyAttributes")]);
}

const wrongKey = "The provided key element does not match the schema";

/** Refuses a key that is not one of the table. */
export function checkKey(given: StoredItem, keys: Keys): void {
  if (Object.keys(given).length !== keys.length) throw new ItemError(wrongKey);
  for (const key of keys) checkKeyPart(given, key);
}

export function checkKeyPart(given: StoredItem, key: KeyAttribute): void {
  const value = attributeOf(given, key.name);
  if (value === undefined || typeOf(value) !== key.type) throw new ItemError(wrongKey);
  if (isEmpty(value)) throw new ItemError(invalid(emptyKey(key)));
  checkSize(value, key);
}

/** Refuses an item without the keys of the table. */
export function checkItemKeys(item: StoredItem, keys: Keys): void {
  for (const key of keys) {
    const value = attributeOf(item, key.name);
    if (value === undefined) throw new ItemError(invalid(`Missing the key ${key.name} in the item`));
    const type = typeOf(value);
    if (type !== key.type) {
      const types = `expected: ${key.type} actual: ${type}`;
      throw new ItemError(invalid(`Type mismatch for key ${key.name} ${types}`));
    }
    checkNotEmpty(value, key);
    checkSize(value, key);
  }
}

/** Source for the words in a query: https://github.com/getmoto/moto/issues/7062, an answer of AWS */
export function checkNotEmpty(value: StoredItem[string], key: KeyAttribute): void {
  if (isEmpty(value)) throw new ItemError(`One or more parameter values are not valid. ${emptyKey(key)}`);
}

const isEmpty = (value: StoredItem[string]): boolean => value[typeOf(value)] === "";

function emptyKey({ name, type }: KeyAttribute): string {
  const kind = type === "S" ? "string" : "binary";
  return `The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: ${name}`;
}

function checkSize(value: StoredItem[string], key: KeyAttribute): void {
  const problem = problemOfSize(value, key);
  if (problem !== undefined) throw new ItemError(problem);
}

function problemOfSize(value: StoredItem[string], { type, isHash }: KeyAttribute): string | undefined {
  const bytes = type === "N" ? 0 : Buffer.byteLength(String(value[type]), type === "S" ? "utf8" : "base64");
  if (bytes <= (isHash ? longestHashKey : longestRangeKey)) return undefined;
  return invalid(
    isHash
      ? `Size of hashkey has exceeded the maximum size limit of${longestHashKey} bytes`
      : `Aggregated size of all range keys has exceeded the size limit of ${longestRangeKey} bytes`,
  );
}

/** Why a value cannot be a key of an index; undefined when it can. */
export function problemOfIndexKey(
  value: StoredItem[string],
  key: KeyAttribute,
  index: string,
): { readonly isType?: true; readonly text: string } | undefined {
  const of = `IndexName: ${index}`;
  const type = typeOf(value);
  if (type !== key.type) {
    const text = `Type mismatch for Index Key ${key.name} Expected: ${key.type} Actual: ${type} ${of}`;
    return { isType: true, text: invalid(text) };
  }
  if (isEmpty(value)) {
    const what = "A value specified for a secondary index key is not supported.";
    const kind = type === "S" ? "string" : "binary";
    const rule = `The AttributeValue for a key attribute cannot contain an empty ${kind} value.`;
    return {
      text: `One or more parameter values are not valid. ${what} ${rule} ${of}, IndexKey: ${key.name}`,
    };
  }
  const size = problemOfSize(value, key);
  return size === undefined ? undefined : { text: size };
}
