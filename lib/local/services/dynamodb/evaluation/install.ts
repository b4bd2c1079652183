import { createRequire } from "node:module";
import { checkValue, type StoredItem } from "../expressions/attribute-values";
import { isFulfilled } from "../expressions/conditions";
import { projected } from "../expressions/paths";
import { ItemError } from "../expressions/problems";
import { checkIndexKeys, indexUpdates } from "./index-keys";
import { keyConditions } from "./key-conditions";
import { checkConditions, checkExpected, fulfilsAll } from "./legacy-conditions";
import type { Request, TableStore, Validations } from "./package";
import { missingModules, supportedVersions } from "./package-version";
import { parseExpressions } from "./parse-expressions";
import { queryTable } from "./query-table";
import { updateItem } from "./update-item";
import { WriteCapacity } from "./write-capacity";

/**
 * Puts the evaluator of expressions of this library in the place of the package's own. The package's keeps the tables, and
 * checks the form of requests.
 *
 * @returns the module of the package's database; undefined for a package that has none of these modules
 */
export function installEvaluator(packagePath: string): TableStore | undefined {
  const load = createRequire(packagePath);
  if (missingModules(packagePath).length > 0) return undefined;
  const { database, validations } = loadModules(load);
  const { validateItem } = database;
  const capacity = new WriteCapacity(database);
  // The modules of the package call one another through these objects.
  replace(database, "db", {
    checkConditional: (request: Request, item: StoredItem = {}) =>
      isWanted(request, item) ? undefined : conditionFailed(),
    mapPaths: (paths, item) =>
      projected(
        item,
        paths.map((path) => (typeof path === "string" ? [path] : path)),
      ),
    validateItem: (item, table) =>
      validateItem(item, table) ?? refused(database, () => checkIndexKeys(table, item)),
    addConsumedCapacity: capacity.counted(database.addConsumedCapacity),
    updateIndexes: indexUpdates(database, capacity),
    queryTable: queryTable({ ...database }),
  } satisfies Partial<TableStore>);
  replace(validations, "validations", {
    validateExpressions: (request) => problem(() => parseExpressions(request)),
    validateAttributeValue: (value) => problem(() => checkValue(value)),
    validateAttributeConditions: ({ Expected }) => problem(() => checkExpected(Expected)),
    validateConditions: (conditions) => problem(() => checkConditions(conditions)),
    convertKeyCondition: (condition) => {
      try {
        return keyConditions(condition);
      } catch (error) {
        return messageOf(error);
      }
    },
  } satisfies Validations);
  const update = load.cache[load.resolve("./actions/updateItem")];
  if (update !== undefined) update.exports = updateItem(database);
  const batch = load.cache[load.resolve("./actions/batchWriteItem")];
  if (batch !== undefined) batch.exports = capacity.ofBatches(batch.exports);
  return database;
}

function loadModules(load: NodeJS.Require) {
  load("./actions/updateItem");
  load("./actions/batchWriteItem");
  const scan = load("./validations/scan") as { readonly types: Record<string, unknown> };
  // The package has no such parameter, and would read an index as if it were consistent.
  scan.types.ConsistentRead = "Boolean";
  return { database: load("./db") as TableStore, validations: load("./validations/index") as Validations };
}

/** Puts functions in the place of those of the package, which must have them: others would never be called. */
function replace<Module extends object>(module: Module, name: string, own: Partial<Module>): void {
  const missing = Object.keys(own).filter((key) => !(key in module));
  if (missing.length > 0) {
    throw new Error(
      `This version of dynalite has no ${missing.map((key) => `${name}.${key}`).join(", ")}. ` +
        `Versions that are supported: ${supportedVersions}.`,
    );
  }
  Object.assign(module, own);
}

function isWanted({ _condition, Expected, ConditionalOperator }: Request, item: StoredItem): boolean {
  if (_condition !== undefined) return isFulfilled(_condition.expression, item);
  return Expected === undefined || fulfilsAll(Expected, ConditionalOperator, item);
}

function conditionFailed(): Error {
  const message = "The conditional request failed";
  const __type = "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException";
  return Object.assign(new Error(message), { statusCode: 400, body: { __type, message } });
}

function refused(database: TableStore, check: () => void): Error | undefined {
  const message = problem(check);
  return message === undefined ? undefined : database.validationError(message);
}

function problem(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ItemError) return error.message;
  throw error;
}
