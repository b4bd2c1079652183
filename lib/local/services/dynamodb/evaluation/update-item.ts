import type { AttributeValue, StoredItem } from "../expressions/attribute-values";
import { projected } from "../expressions/paths";
import { ItemError } from "../expressions/problems";
import type { Path, UpdateStep } from "../expressions/syntax";
import { createsItem, updatedItem, wrongType } from "../expressions/updates";
import { checkIndexKeys } from "./index-keys";
import type { AttributeUpdates, Done, Request, Store, StoredTable, TableStore } from "./package";

/** `UpdateItem`, in place of the operation of the package. */
export function updateItem(database: TableStore): (store: Store, request: Request, done: Done) => void {
  return (store, request, done) => {
    store.getTable(request.TableName, (error, table) => {
      const { AttributeUpdates, Key, _updates } = request;
      const invalid =
        error ??
        database.validateKey(Key, table) ??
        database.validateUpdates(AttributeUpdates, _updates, table);
      if (invalid) return done(invalid);
      const items = store.getItemDb(request.TableName);
      const key = database.createKey(Key, table);
      items.lock(key, (release) => {
        const finished = release(done);
        items.get(key, (failure, found) => {
          if (failure && failure.name !== "NotFoundError") return finished(failure);
          const before = found as StoredItem | undefined;
          const failed = database.checkConditional(request, before);
          if (failed) return finished(failed);
          const result = attempt(database, store, table, request, before);
          if (result instanceof Error) return finished(result);
          const { after, answer } = result;
          if (after === undefined) return finished(null, answer);
          database.updateIndexes(store, table, before, after, (problem) => {
            if (problem) return finished(problem);
            items.put(key, after, (unwritten) => (unwritten ? finished(unwritten) : finished(null, answer)));
          });
        });
      });
    });
  };
}

interface Update {
  /** Undefined when no item is created. */
  readonly after: StoredItem | undefined;
  readonly answer: object;
}

function attempt(
  database: TableStore,
  store: Store,
  table: StoredTable,
  request: Request,
  before: StoredItem | undefined,
): Update | Error {
  try {
    const steps = request._updates?.steps ?? legacySteps(request.AttributeUpdates ?? {});
    const isCreated = before !== undefined || createsItem(steps);
    // Nothing is removed from an item that does not exist, regardless of the path.
    const isNothing = !isCreated && steps.every(({ kind }) => kind === "REMOVE");
    const after = isNothing ? request.Key : updatedItem(before ?? request.Key, steps);
    checkIndexKeys(table, after, new Set(steps.map(({ path }) => String(path[0]))));
    if (database.itemSize(after) > store.options.maxItemSize) {
      throw new ItemError("Item size to update has exceeded the maximum allowed size");
    }
    const capacity = database.addConsumedCapacity(request, false, before, after);
    const Attributes = isCreated ? returned(request.ReturnValues, steps, before, after) : undefined;
    const answer = { ...(Attributes !== undefined && { Attributes }), ConsumedCapacity: capacity };
    return { after: isCreated ? after : undefined, answer };
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    const isLegacy = request._updates === undefined && error.message === wrongType;
    return database.validationError(isLegacy ? "Type mismatch for attribute to update" : error.message);
  }
}

/** The steps of `AttributeUpdates`, which was before expressions. */
function legacySteps(updates: AttributeUpdates): readonly UpdateStep[] {
  return Object.entries(updates).map(([name, { Action, Value }]): UpdateStep => {
    const path: Path = [name];
    if (Value === undefined) return { kind: "REMOVE", path };
    if (Action === "ADD" || Action === "DELETE") return { kind: Action, path, value: Value };
    return { kind: "SET", path, operand: { kind: "value", value: Value } };
  });
}

function returned(
  wanted: string | undefined,
  steps: readonly UpdateStep[],
  before: StoredItem | undefined,
  after: StoredItem,
): Readonly<Record<string, AttributeValue>> | undefined {
  if (wanted === "ALL_OLD") return before;
  if (wanted === "ALL_NEW") return after;
  const item = wanted === "UPDATED_OLD" ? before : wanted === "UPDATED_NEW" ? after : undefined;
  if (item === undefined) return undefined;
  const found = projected(
    item,
    steps.map(({ path }) => path),
  );
  return Object.keys(found).length === 0 ? undefined : found;
}
