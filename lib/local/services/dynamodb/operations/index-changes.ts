import type { Values } from "../../../../model/resources/model";
import { blocks, isValues, requireText, text } from "../../../../model/resources/values";
import { invalid } from "../expressions/attribute-values";
import { ItemError } from "../expressions/problems";
import { TableError } from "../responses";
import type { IndexChange } from "../store/descriptions";
import { namesOfKeys } from "../store/schema";

/**
 * The index that an UpdateTable request creates or deletes; undefined for one that changes none.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
export function requestedChange(input: Values, table: Values): IndexChange | undefined {
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
  const [defined, given] = [table, input].map((each) => blocks(each, "AttributeDefinitions"));
  // AWS wants the definitions of all keys of the index in the request, of known attributes, too.
  const known = (given ?? []).map((each) => text(each, "AttributeName"));
  const keys = namesOfKeys(create);
  if (keys.some((key) => !known.includes(key))) {
    const lists = `Keys: [${keys.join(", ")}], AttributeDefinitions: [${known.join(", ")}]`;
    const what = "Some index key attributes are not defined in AttributeDefinitions.";
    throw new ItemError(invalid(`${what} ${lists}`));
  }
  const isRedefined = given?.some((each) =>
    defined?.some(
      ({ AttributeName, AttributeType }) =>
        AttributeName === each.AttributeName && AttributeType !== each.AttributeType,
    ),
  );
  if (isRedefined === true) {
    const what =
      "Attributes cannot be redefined. Please check that your attribute has the same type as previously defined.";
    throw new ItemError(invalid(what));
  }
  return { create, attributes: given ?? [] };
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
