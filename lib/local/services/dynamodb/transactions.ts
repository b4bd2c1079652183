import type { Values } from "../../../model/resources/model";
import { blocks, isValues, text } from "../../../model/resources/values";
import type { ServiceResponse } from "../contract/service";
import { detected, failureValues } from "./attribute-constraints";
import type { TouchedItem } from "./changes";
import {
  bodyOf,
  lengthRefusal,
  okResponse,
  refusal,
  refusalCode,
  refusalMessage,
  tableNotFound,
} from "./responses";
import { hasRepetition } from "./same-item";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const mostItems = 100;
const mostBytes = 4 * 1024 * 1024;

/** An operation and its input. */
type OperationCall = readonly [operation: string, input: Values];

/** The engine that a transaction works with. */
export interface TransactionEngine {
  /** Performs other operations, one after the other, as if the client had asked for them. */
  performAll(operations: readonly OperationCall[]): Promise<readonly ServiceResponse[]>;
  /** The current items. */
  images(items: readonly TouchedItem[]): Promise<readonly (Values | undefined)[]>;
  keysOf(table: string): readonly string[] | undefined;
}

type Kind = "Put" | "Update" | "Delete" | "ConditionCheck";

interface Step {
  readonly kind: Kind;
  readonly input: Values;
  readonly item: TouchedItem;
}

const kinds: readonly Kind[] = ["Put", "Update", "Delete", "ConditionCheck"];
/** A check is a write that changes nothing. */
const operationOf: Readonly<Record<Kind, string>> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "UpdateItem",
};

/** Reads several items. No other request changes the tables during this time. */
export async function transactGet(input: Values, engine: TransactionEngine): Promise<ServiceResponse> {
  const gets = blocks(input, "TransactItems").map(({ Get }) => (isValues(Get) ? Get : {}));
  const refused = lengthRefusal("transactItems", gets, mostItems);
  if (refused !== undefined) return refused;
  const keys = gets.map(({ TableName, Key }) => ({ TableName, Key }));
  if (hasRepetition(keys)) return repeated;
  const responses = await engine.performAll(gets.map((get) => ["GetItem", { ...get, ConsistentRead: true }]));
  const failed = responses.filter(({ status }) => status !== 200);
  const [first] = failed;
  if (first !== undefined) return failed.every(isOfItem) ? cancelled([], responses, []) : first;
  const items = responses.map((response) => bodyOf(response).Item);
  return okResponse({ Responses: items.map((Item) => (Item === undefined ? {} : { Item })) });
}

/** Writes several items, or none of them. */
export async function transactWrite(input: Values, engine: TransactionEngine): Promise<ServiceResponse> {
  const steps = readSteps(input, engine);
  if ("status" in steps) return steps;
  const bytes = Buffer.byteLength(JSON.stringify(steps.map(({ input: { Item, Key } }) => Item ?? Key)));
  if (bytes > mostBytes) {
    return refusal("ValidationException", "Collection size cannot exceed 4194304 bytes in a transaction.");
  }
  const before = await engine.images(steps.map(({ item }) => item));
  const restored = (isWanted: (step: Step) => boolean): Promise<unknown> =>
    engine.performAll(
      steps.flatMap((step, index) => (isWanted(step) ? [restoring(step.item, before[index])] : [])),
    );
  let responses: readonly ServiceResponse[];
  try {
    responses = await engine.performAll(steps.map(writing));
  } catch (error) {
    // Some may have been written before the package failed.
    await restored(() => true);
    throw error;
  }
  const isDone = responses.every(({ status }) => status === 200);
  await restored(({ kind }) => !isDone || kind === "ConditionCheck");
  if (isDone) return okResponse({});
  return responses.find(isOfForm) ?? cancelled(steps, responses, before);
}

function writing({ kind, input }: Step): OperationCall {
  const { ReturnValuesOnConditionCheckFailure: _, ...rest } = input;
  return [operationOf[kind], rest];
}

function restoring({ table: TableName, key: Key }: TouchedItem, image: Values | undefined): OperationCall {
  return image === undefined ? ["DeleteItem", { TableName, Key }] : ["PutItem", { TableName, Item: image }];
}

function readSteps(input: Values, engine: TransactionEngine): readonly Step[] | ServiceResponse {
  const items = blocks(input, "TransactItems");
  const refused = lengthRefusal("transactItems", items, mostItems);
  if (refused !== undefined) return refused;
  const steps: Step[] = [];
  for (const [at, each] of items.entries()) {
    const [kind, ...more] = kinds.filter((name) => isValues(each[name]));
    if (kind === undefined || more.length > 0) {
      return refusal("ValidationException", `Each item of TransactItems has one of: ${kinds.join(", ")}.`);
    }
    const asked = each[kind] as Values;
    const problem = problemOfStep(kind, asked, at);
    if (problem !== undefined) return refusal("ValidationException", problem);
    const table = text(asked, "TableName") ?? "";
    const names = engine.keysOf(table);
    if (names === undefined) return tableNotFound;
    const given = kind === "Put" ? asked.Item : asked.Key;
    const key = Object.fromEntries(names.map((name) => [name, isValues(given) ? given[name] : undefined]));
    steps.push({ kind, input: asked, item: { table, key } });
  }
  return hasRepetition(steps.map(({ item }) => item)) ? repeated : steps;
}

const repeated = refusal(
  "ValidationException",
  "Transaction request cannot include multiple operations on one item",
);

function problemOfStep(kind: Kind, asked: Values, at: number): string | undefined {
  const member = `transactItems.${at + 1}.member.${kind.charAt(0).toLowerCase()}${kind.slice(1)}.`;
  if (kind === "ConditionCheck" && asked.ConditionExpression === undefined)
    return detected(" null", `${member}conditionExpression`, "Member must not be null");
  return failureValues(asked, member);
}

/** Whether a refusal is about the form of a request: it refuses the transaction, and cancels nothing. */
function isOfForm(response: ServiceResponse): boolean {
  const code = refusalCode(response);
  if (code === "SerializationException") return true;
  const message = refusalMessage(response);
  const start = /^(?:Invalid \w+Expression: |Value provided in Expression|ExpressionAttribute|Expression)/;
  return code === "ValidationException" && start.test(message);
}

/** Whether a refusal is about one item, and not about the form of the request. */
function isOfItem(response: ServiceResponse): boolean {
  return refusalMessage(response).startsWith("The provided key element does not match");
}

function cancelled(
  steps: readonly Step[],
  responses: readonly ServiceResponse[],
  before: readonly (Values | undefined)[],
): ServiceResponse {
  // AWS looks at no condition, and at no further step, when a step is invalid.
  const invalid = responses.findIndex((response) => refusalCode(response) === "ValidationException");
  const reasons = responses.map((response, index) => {
    if (response.status === 200 || (invalid >= 0 && index !== invalid)) return { Code: "None" };
    const { __type: type, message } = bodyOf(response);
    const code = String(type).split("#").at(-1) ?? "";
    if (code !== "ConditionalCheckFailedException")
      return { Code: code.replace(/Exception$/, "Error"), Message: message };
    const isAsked = steps[index]?.input.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
    const Item = isAsked ? before[index] : undefined;
    return { Code: "ConditionalCheckFailed", Message: message, ...(Item !== undefined && { Item }) };
  });
  const codes = reasons.map(({ Code }) => Code).join(", ");
  const text = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return refusal("TransactionCanceledException", text, { CancellationReasons: reasons });
}
