import { blocks, isValues, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import type { DynamodbTables } from "../dynamodb-tables";
import { ItemError, TableError } from "../errors";
import { itemIn } from "../requests/rules";
import type { PlannedWrite } from "../store/table";
import { collectionMetrics, consumed, planCheck, planDelete, planPut, planUpdate } from "./writes";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const mostBytes = 4 * 1024 * 1024;

const plans = { Put: planPut, Update: planUpdate, Delete: planDelete, ConditionCheck: planCheck } as const;

interface Step {
  readonly plan: (tables: DynamodbTables, input: Values) => PlannedWrite;
  readonly input: Values;
}

/** The result of a step of a transaction, or its failure. */
export type Attempt<Result> =
  | { readonly result: Result; readonly failure?: undefined }
  | { readonly result?: undefined; readonly failure: ServiceError };

export function failureOf<Result>(run: () => Result): Attempt<Result> {
  try {
    return { result: run() };
  } catch (failure) {
    if (failure instanceof ServiceError) return { failure };
    throw failure;
  }
}

/** Writes several items, or none of them. Another request with its token writes nothing. */
export function transactWriteItems(tables: DynamodbTables, input: Values): Promise<object> {
  return tables.idempotent.runOnce(tables.model.region, input, async () => {
    const steps = readSteps(tables, input);
    const bytes = Buffer.byteLength(JSON.stringify(steps.map(({ input: { Item, Key } }) => Item ?? Key)));
    if (bytes > mostBytes) {
      throw new ItemError("Collection size cannot exceed 4194304 bytes in a transaction.");
    }
    const attempts = steps.map((step) => failureOf(() => step.plan(tables, step.input)));
    const failures = attempts.flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0) throw failures.find(isOfForm) ?? cancelled(attempts);
    const writes = attempts.flatMap(({ result }) => result ?? []);
    const ConsumedCapacity = consumed(input, writes, "WriteCapacityUnits");
    await tables.apply(writes);
    const changes = writes.filter(
      ({ before, after }, at) => steps[at]?.plan !== planCheck || before !== after,
    );
    return { ConsumedCapacity, ItemCollectionMetrics: collectionMetrics(input, changes) };
  });
}

function readSteps(tables: DynamodbTables, input: Values): readonly Step[] {
  const steps = blocks(input, "TransactItems").map((each): Step => {
    const [kind, ...more] = (Object.keys(plans) as (keyof typeof plans)[]).filter((name) =>
      isValues(each[name]),
    );
    if (kind === undefined || more.length > 0) {
      throw new ItemError(`Each item of TransactItems has one of: ${Object.keys(plans).join(", ")}.`);
    }
    return { plan: plans[kind], input: each[kind] as Values };
  });
  checkDistinct(
    tables,
    steps.map((step) => step.input),
  );
  return steps;
}

/** Refuses several steps of a transaction that are about one item. */
export function checkDistinct(tables: DynamodbTables, steps: readonly Values[]): void {
  const places = steps.map((step) => {
    const table = tables.require(step.TableName);
    return `${table.settings.arn}/${table.placeOf(itemIn(step, step.Item === undefined ? "Key" : "Item"))}`;
  });
  checkRepetition(places, "Transaction request cannot include multiple operations on one item");
}

export function checkRepetition(places: readonly string[], message: string): void {
  if (new Set(places).size < places.length) throw new ItemError(message);
}

/** Whether a refusal is about the form of a request: it refuses the transaction, and cancels nothing. */
function isOfForm({ code, message }: ServiceError): boolean {
  if (code === "SerializationException") return true;
  const start = /^(?:Invalid \w+Expression: |Value provided in Expression|ExpressionAttribute|Expression)/;
  return code === "ValidationException" && start.test(message);
}

/** The refusal of a transaction with the reason of each step. */
export function cancelled(attempts: readonly Attempt<unknown>[]): ServiceError {
  // AWS looks at no condition, and at no further step, when a step is invalid.
  const invalid = attempts.findIndex(({ failure }) => failure?.code === "ValidationException");
  const reasons = attempts.map(({ failure }, index) => {
    if (failure === undefined || (invalid >= 0 && index !== invalid)) return { Code: "None" };
    const { code, message } = failure;
    const isCondition = code === "ConditionalCheckFailedException";
    return {
      Code: isCondition ? "ConditionalCheckFailed" : code.replace(/Exception$/, "Error"),
      Message: message,
      ...(failure instanceof TableError && failure.more),
    };
  });
  const codes = reasons.map(({ Code }) => Code).join(", ");
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new TableError("TransactionCanceledException", message, { CancellationReasons: reasons });
}
