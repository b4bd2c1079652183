import { isDeepStrictEqual } from "node:util";
import { jsonOf } from "../../json";
import type { Values } from "../../model/model";
import { blocks, isValues, text } from "../../model/values";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import type { TouchedItem } from "./changes";
import { refusal } from "./request-check";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const mostItems = 100;

/** What a transaction works with. */
export interface TransactionEngine {
  /** Performs another operation, as if the client had asked for it. */
  perform(operation: string, input: Values): Promise<ServiceResponse>;
  /** The item as it is. */
  image(item: TouchedItem): Promise<Values | undefined>;
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

export function isTransaction({ operation }: ServiceRequest): boolean {
  return operation === "TransactWriteItems" || operation === "TransactGetItems";
}

/** Reads several items. Nothing else changes the tables meanwhile. */
export async function transactGet(input: Values, engine: TransactionEngine): Promise<ServiceResponse> {
  const gets = blocks(input, "TransactItems").map(({ Get }) => (isValues(Get) ? Get : {}));
  const refused = countProblem(gets.length);
  if (refused !== undefined) return refused;
  const Responses: object[] = [];
  for (const get of gets) {
    const response = await engine.perform("GetItem", { ...get, ConsistentRead: true });
    if (response.status !== 200) return response;
    const { Item } = bodyOf(response);
    Responses.push(Item === undefined ? {} : { Item });
  }
  return ok({ Responses });
}

/** Writes several items, or none of them. */
export async function transactWrite(input: Values, engine: TransactionEngine): Promise<ServiceResponse> {
  const steps = readSteps(input, engine);
  if ("status" in steps) return steps;
  const before = await Promise.all(steps.map(({ item }) => engine.image(item)));
  const responses: ServiceResponse[] = [];
  for (const { kind, input: asked } of steps) {
    const { ReturnValuesOnConditionCheckFailure: _, ...rest } = asked;
    responses.push(await engine.perform(operationOf[kind], rest));
  }
  const isDone = responses.every(({ status }) => status === 200);
  for (const [index, { kind, item }] of steps.entries()) {
    if (!isDone || kind === "ConditionCheck") await restore(item, before[index], engine);
  }
  return isDone ? ok({}) : cancelled(steps, responses, before);
}

function readSteps(input: Values, engine: TransactionEngine): readonly Step[] | ServiceResponse {
  const items = blocks(input, "TransactItems");
  const steps: Step[] = [];
  for (const each of items) {
    const [kind, ...more] = kinds.filter((name) => isValues(each[name]));
    if (kind === undefined || more.length > 0) {
      return refusal("ValidationException", `Each item of TransactItems has one of: ${kinds.join(", ")}.`);
    }
    const asked = each[kind] as Values;
    const table = text(asked, "TableName") ?? "";
    const names = engine.keysOf(table);
    if (names === undefined) return refusal("ResourceNotFoundException", "Requested resource not found");
    const given = kind === "Put" ? asked.Item : asked.Key;
    const key = Object.fromEntries(names.map((name) => [name, isValues(given) ? given[name] : undefined]));
    steps.push({ kind, input: asked, item: { table, key } });
  }
  const isRepeated = steps.some(({ item }, index) =>
    steps.slice(0, index).some((other) => isDeepStrictEqual(other.item, item)),
  );
  if (!isRepeated) return countProblem(steps.length) ?? steps;
  return refusal("ValidationException", "Transaction request cannot include multiple operations on one item");
}

async function restore(
  { table: TableName, key: Key }: TouchedItem,
  image: Values | undefined,
  engine: TransactionEngine,
): Promise<void> {
  if (image === undefined) await engine.perform("DeleteItem", { TableName, Key });
  else await engine.perform("PutItem", { TableName, Item: image });
}

function cancelled(
  steps: readonly Step[],
  responses: readonly ServiceResponse[],
  before: readonly (Values | undefined)[],
): ServiceResponse {
  const reasons = responses.map((response, index) => {
    if (response.status === 200) return { Code: "None" };
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

function countProblem(count: number): ServiceResponse | undefined {
  if (count >= 1 && count <= mostItems) return undefined;
  return refusal(
    "ValidationException",
    `TransactItems has ${count} items; a transaction has 1 to ${mostItems}.`,
  );
}

function bodyOf({ body }: ServiceResponse): Values {
  const value = jsonOf(String(body ?? ""));
  return isValues(value) ? value : {};
}

function ok(result: object): ServiceResponse {
  return {
    status: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: JSON.stringify(result),
  };
}
