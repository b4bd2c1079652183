import type { Values } from "../../../model/resources/model";
import { block, blocks, isValues, text, texts } from "../../../model/resources/values";
import { checkAttributeName } from "./expressions/attribute-values";
import { ItemError } from "./expressions/problems";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-naming-rules */
const longestKeyName = 255;
const longestName = 65_535;
/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html#DDB-Scan-request-TotalSegments */
const mostSegments = 1_000_000;

/** The error of a value of a request, by the path of its member. */
export function detected(value: string, member: string, constraint: string): string {
  return `1 validation error detected: Value${value} at '${member}' failed to satisfy constraint: ${constraint}`;
}

const enumerated = (value: unknown, member: string, allowed: readonly string[]): string =>
  detected(` '${value}'`, member, `Member must satisfy enum value set: [${allowed.join(", ")}]`);

export const atMost = (value: string, member: string, most: number): string =>
  detected(` '${value}'`, member, `Member must have length less than or equal to ${most}`);

/** The names of attributes in an item, or in `AttributeUpdates`. */
export function attributeNames(named: unknown): string | undefined {
  return problemOfNames(isValues(named) ? Object.keys(named) : []);
}

export function attributesToGet({ AttributesToGet: names }: Values): string | undefined {
  if (!Array.isArray(names)) return undefined;
  const long = names.find((name) => typeof name === "string" && Buffer.byteLength(name) > longestName);
  if (long !== undefined) return atMost(String(long), "attributesToGet", longestName);
  return problemOfNames(names.filter((name) => typeof name === "string"));
}

function problemOfNames(names: readonly string[]): string | undefined {
  try {
    for (const name of names) checkAttributeName(name);
    return undefined;
  } catch (error) {
    if (error instanceof ItemError) return error.message;
    throw error;
  }
}

/** Members that have a few values only, and those that need others. */
export function conditions(input: Values): string | undefined {
  return failureValues(input) ?? conditionalOperator(input);
}

/** @param holder - the path of the member that has this one: `transactItems.1.member.put.` */
export function failureValues(input: Values, holder = ""): string | undefined {
  const { ReturnValuesOnConditionCheckFailure: wanted } = input;
  const allowed = ["ALL_OLD", "NONE"];
  if (typeof wanted !== "string" || allowed.includes(wanted)) return undefined;
  return enumerated(wanted, `${holder}returnValuesOnConditionCheckFailure`, allowed);
}

export function onlyOldValues({ ReturnValues }: Values): string | undefined {
  const others = ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"];
  return others.includes(String(ReturnValues)) ? "Return values set to invalid value" : undefined;
}

export function updateActions(updates: unknown): string | undefined {
  for (const [name, update] of Object.entries(isValues(updates) ? updates : {})) {
    const { Action } = isValues(update) ? update : ({} as Values);
    const allowed = ["ADD", "DELETE", "PUT"];
    if (typeof Action === "string" && !allowed.includes(Action)) {
      return enumerated(Action, `attributeUpdates.${name}.member.action`, allowed);
    }
  }
  return undefined;
}

export function conditionalOperator(input: Values): string | undefined {
  if (input.ConditionalOperator === undefined) return undefined;
  // With expressions, it is refused in other words.
  if (Object.keys(input).some((member) => member.endsWith("Expression"))) return undefined;
  const members = [input.Expected, input.QueryFilter, input.ScanFilter];
  if (members.some((each) => isValues(each) && Object.keys(each).length > 0)) return undefined;
  return "ConditionalOperator cannot be used without Filter or Expected";
}

export function segments({ Segment, TotalSegments }: Values): string | undefined {
  if (Segment !== undefined && TotalSegments === undefined) {
    return "The TotalSegments parameter is required but was not present in the request when Segment parameter is present";
  }
  if (typeof TotalSegments === "number" && TotalSegments > mostSegments) {
    const limit = `Member must have value less than or equal to ${mostSegments}`;
    return detected(` '${TotalSegments}'`, "totalSegments", limit);
  }
  if (typeof Segment !== "number" || typeof TotalSegments !== "number" || Segment < TotalSegments) {
    return undefined;
  }
  const rule = "The Segment parameter is zero-based and must be less than parameter TotalSegments";
  return `${rule}: Segment: ${Segment} is not less than TotalSegments: ${TotalSegments}`;
}

/** Keys of tables and indexes have shorter names than other attributes. */
export function keyNames(input: Values): string | undefined {
  const [created, updates] = [indexesOf(input), blocks(input, "GlobalSecondaryIndexUpdates")];
  const schemas: (readonly [member: string, named: readonly Values[]])[] = [
    ["attributeDefinitions", blocks(input, "AttributeDefinitions")],
    ["keySchema", blocks(input, "KeySchema")],
    ...created,
    ...updates.map(({ Create }, at) => {
      const member = `globalSecondaryIndexUpdates.${at + 1}.member.create.keySchema`;
      return [member, isValues(Create) ? blocks(Create, "KeySchema") : []] as const;
    }),
  ];
  for (const [member, named] of schemas) {
    for (const [at, each] of named.entries()) {
      const name = text(each, "AttributeName") ?? "";
      if (name.length > longestKeyName) {
        return atMost(name, `${member}.${at + 1}.member.attributeName`, longestKeyName);
      }
    }
  }
  return undefined;
}

function indexesOf(input: Values): readonly (readonly [string, readonly Values[]])[] {
  return ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].flatMap((kind) =>
    blocks(input, kind).map((index, at) => {
      const member = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}.${at + 1}.member.keySchema`;
      return [member, blocks(index, "KeySchema")] as const;
    }),
  );
}

/** The projections of indexes: attributes beside their keys. */
export function projections(input: Values): string | undefined {
  const created = blocks(input, "GlobalSecondaryIndexUpdates").flatMap(({ Create }) =>
    isValues(Create) ? [["globalSecondaryIndexUpdates", Create] as const] : [],
  );
  const all = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].flatMap((kind) =>
    blocks(input, kind).map((index) => [`${kind.charAt(0).toLowerCase()}${kind.slice(1)}`, index] as const),
  );
  for (const [member, index] of [...all, ...created]) {
    const problem = problemOfProjection(member, block(index, "Projection") ?? {});
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfProjection(member: string, projection: Values): string | undefined {
  const { ProjectionType, NonKeyAttributes } = projection;
  const invalid = "One or more parameter values were invalid";
  if (ProjectionType === "INCLUDE" && NonKeyAttributes === undefined) {
    return `${invalid}: ProjectionType is INCLUDE, but NonKeyAttributes is not specified`;
  }
  const names = texts(projection, "NonKeyAttributes");
  const long = names.findIndex(({ length }) => length > longestKeyName);
  if (long >= 0) {
    const path = `${member}.member.projection.nonKeyAttributes.${long + 1}.member`;
    return atMost(names[long] ?? "", path, longestKeyName);
  }
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  return repeated && `${invalid}: Duplicate AttributeName in NonKeyAttributes: ${repeated}`;
}

export function repeatedDefinition(input: Values): string | undefined {
  const names = blocks(input, "AttributeDefinitions").map((each) => text(each, "AttributeName"));
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated === undefined) return undefined;
  return `Cannot have two attributes with the same name: Duplicate AttributeName in AttributeDefinitions: ${repeated}`;
}

export function refusedIndexUpdates(input: Values): string | undefined {
  for (const [at, update] of blocks(input, "GlobalSecondaryIndexUpdates").entries()) {
    const given = ["Create", "Update", "Delete"].filter((kind) => isValues(update[kind]));
    if (given.length === 0) {
      return "One or more parameter values were invalid: One of GlobalSecondaryIndexUpdate must be present: Create, Update, Delete";
    }
    if (given.length > 1) {
      return "One or more parameter values were invalid: Only one of GlobalSecondaryIndexUpdate can be present: Create, Update, Delete";
    }
    const { Create } = update;
    const name = isValues(Create) ? (text(Create, "IndexName") ?? "") : undefined;
    if (name === undefined || (name.length >= 3 && name.length <= longestKeyName)) continue;
    const member = `globalSecondaryIndexUpdates.${at + 1}.member.create.indexName`;
    if (name.length > longestKeyName) return atMost(name, member, longestKeyName);
    return detected(` '${name}'`, member, "Member must have length greater than or equal to 3");
  }
  return undefined;
}

/** The kind of the images in a stream. */
export function viewType(input: Values): string | undefined {
  const given = block(input, "StreamSpecification")?.StreamViewType;
  const allowed = ["NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"];
  if (typeof given !== "string" || allowed.includes(given)) return undefined;
  return enumerated(given, "streamSpecification.streamViewType", allowed);
}
