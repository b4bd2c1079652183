import { parseArnOf } from "../../../facts/aws/arns";
import type { Values } from "../../../model/resources/model";
import { isValues } from "../../../model/resources/values";
import {
  atMost,
  attributeNames,
  attributesToGet,
  conditionalOperator,
  conditions,
  detected,
  keyNames,
  onlyOldValues,
  projections,
  refusedIndexUpdates,
  repeatedDefinition,
  segments,
  updateActions,
  viewType,
} from "./attribute-constraints";

type Check = (input: Values) => string | undefined;

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const longestToken = 36;
const namePattern = /^[a-zA-Z0-9_.-]+$/;

/** Constraints of the service beside the shapes of requests. */
const checks: Readonly<Record<string, Check>> = {
  CreateTable: (input) =>
    tableName(input) ??
    keyOfSeveral(input) ??
    keyNames(input) ??
    repeatedDefinition(input) ??
    projections(input),
  UpdateTable: (input) =>
    keyOfSeveral(input) ??
    keyNames(input) ??
    refusedIndexUpdates(input) ??
    projections(input) ??
    viewType(input),
  PutItem: (input) => emptyName(input) ?? attributeNames(input.Item) ?? conditions(input),
  UpdateItem: (input) =>
    emptyName(input) ??
    attributeNames(input.AttributeUpdates) ??
    updateActions(input.AttributeUpdates) ??
    conditions(input),
  DeleteItem: (input) => emptyName(input) ?? onlyOldValues(input) ?? conditions(input),
  GetItem: (input) => emptyName(input) ?? attributesToGet(input),
  Query: (input) =>
    input.Limit === 0
      ? detected("", "Limit", "Member must have value greater than or equal to 1")
      : (attributesToGet(input) ?? selectedAttributes(input) ?? conditionalOperator(input)),
  Scan: (input) =>
    segments(input) ?? attributesToGet(input) ?? selectedAttributes(input) ?? conditionalOperator(input),
  BatchGetItem: ({ RequestItems }) =>
    requestItems("BatchGetItem", RequestItems) ??
    firstOf(RequestItems, (table, value) =>
      isValues(value) && Array.isArray(value.Keys) && value.Keys.length > 100
        ? detected(
            "",
            `RequestItems.${table}.member.Keys`,
            "Member must have length less than or equal to 100",
          )
        : undefined,
    ),
  BatchWriteItem: ({ RequestItems }) =>
    requestItems("BatchWriteItem", RequestItems) ??
    firstOf(RequestItems, (table, value) => {
      if (!Array.isArray(value) || (value.length >= 1 && value.length <= 25)) return undefined;
      const shown = ` '{${table}=[${value.map(() => "...").join(", ")}]}'`;
      const lengths =
        "[Member must have length less than or equal to 25, Member must have length greater than or equal to 1]";
      return detected(shown, "requestItems", `Map value must satisfy constraint: ${lengths}`);
    }),
  TransactWriteItems: ({ ClientRequestToken: token }) =>
    typeof token === "string" && token.length > longestToken
      ? atMost(token, "clientRequestToken", longestToken)
      : undefined,
  TagResource: tableArn,
  UntagResource: tableArn,
  ListTagsOfResource: tableArn,
};

/** Why a request does not fulfil a constraint; undefined when it does. */
export function unfulfilled(operation: string, input: Values): string | undefined {
  return Object.hasOwn(checks, operation) ? checks[operation]?.(input) : undefined;
}

/**
 * A global index whose key has several attributes, as AWS has since November 2025.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html
 */
function keyOfSeveral({ GlobalSecondaryIndexes, GlobalSecondaryIndexUpdates }: Values): string | undefined {
  const updates = Array.isArray(GlobalSecondaryIndexUpdates) ? GlobalSecondaryIndexUpdates : [];
  const indexes = [
    ...(Array.isArray(GlobalSecondaryIndexes) ? GlobalSecondaryIndexes : []),
    ...updates.map((update) => (isValues(update) ? update.Create : undefined)),
  ].filter(isValues);
  const found = indexes.find(({ KeySchema }) => {
    const kinds = (Array.isArray(KeySchema) ? KeySchema : []).map((key) => isValues(key) && key.KeyType);
    const ofKind = (kind: string) => kinds.filter((each) => each === kind).length;
    const [hash, range] = [ofKind("HASH"), ofKind("RANGE")];
    return (hash > 1 || range > 1) && hash >= 1 && hash <= 4 && range <= 4;
  });
  if (found === undefined) return undefined;
  return `serverform local does not emulate indexes with a key of several attributes: ${String(found.IndexName)}.`;
}

function tableName({ TableName }: Values): string | undefined {
  if (typeof TableName !== "string") return undefined;
  if (TableName.length < 3)
    return detected(` '${TableName}'`, "tableName", "Member must have length greater than or equal to 3");
  if (namePattern.test(TableName)) return undefined;
  const constraint = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
  return detected(` '${TableName}'`, "tableName", constraint);
}

function emptyName({ TableName }: Values): string | undefined {
  if (TableName !== "") return undefined;
  return detected(" ''", "tableName", "Member must have length greater than or equal to 1");
}

function selectedAttributes(input: Values): string | undefined {
  const { Select, ProjectionExpression, AttributesToGet, IndexName } = input;
  if (Select === "ALL_PROJECTED_ATTRIBUTES" && IndexName === undefined) {
    return "One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName";
  }
  const projection = ProjectionExpression ?? AttributesToGet;
  if (projection !== undefined && Select !== undefined && Select !== "SPECIFIC_ATTRIBUTES") {
    const member = ProjectionExpression === undefined ? "AttributesToGet" : "ProjectionExpression";
    return `Cannot specify the ${member} when choosing to get ${Select === "COUNT" ? "only the Count" : Select}`;
  }
  if (Select !== "SPECIFIC_ATTRIBUTES" || (ProjectionExpression ?? AttributesToGet) !== undefined)
    return undefined;
  return "One or more parameter values were invalid: Must specify the AttributesToGet when choosing to get SPECIFIC_ATTRIBUTES";
}

function requestItems(operation: string, items: unknown): string | undefined {
  const isEmpty = isValues(items) && Object.keys(items).length === 0;
  return isEmpty ? `The requestItems parameter is required for ${operation}` : undefined;
}

function firstOf(
  items: unknown,
  check: (table: string, value: unknown) => string | undefined,
): string | undefined {
  for (const [table, value] of Object.entries(isValues(items) ? items : {})) {
    const found = check(table, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tableArn({ ResourceArn }: Values): string | undefined {
  if (typeof ResourceArn !== "string") return "Invalid TableArn";
  if (/^table\/[^/]{3,}$/.test(parseArnOf("dynamodb", ResourceArn)?.resource ?? "")) return undefined;
  return `Invalid TableArn: Invalid ResourceArn provided as input ${ResourceArn}`;
}
