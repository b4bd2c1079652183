import { jsonOf } from "../../../../facts/text/json";
import type { Values } from "../../../../model/resources/model";
import { blocks, isValues, number, text } from "../../../../model/resources/values";
import type { ServiceResponse } from "../../contract/service";
import { okResponse, refusal, refusalMessage } from "../responses";
import { parsePartiql } from "./parse";
import {
  deleteRequest,
  existsRequest,
  getRequest,
  insertRequest,
  type Keys,
  namesItem,
  selectRequest,
  type TableRequest,
  updateRequest,
} from "./requests";
import { type PartiqlStatement, type Path, type Select, tableOf } from "./syntax";
import { StatementError } from "./tokens";

/** The engine that runs statements. */
export interface StatementEngine {
  /** Performs another operation, as if the client had asked for it. */
  perform(operation: string, input: Values): Promise<ServiceResponse>;
  /** The keys of a table or of one of its indexes; undefined if it does not exist. */
  keysOf(table: string, index?: string): Keys | undefined;
}

const mostInBatch = 25;
const mostInTransaction = 100;

const isRead = ({ kind }: PartiqlStatement): boolean => kind === "select";

/** A refusal of a statement. */
class Refused extends Error {
  constructor(readonly response: ServiceResponse) {
    super();
  }
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html */
export function executeStatement(input: Values, engine: StatementEngine): Promise<ServiceResponse> {
  return refusing(async () => {
    const statement = parsed(input);
    if (statement.kind === "exists") throw new StatementError("EXISTS is a statement of transactions");
    return statement.kind === "select"
      ? okResponse(await select(statement, input, engine))
      : okResponse({ Items: await write(statement, input, engine) });
  });
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html */
export function batchExecuteStatement(input: Values, engine: StatementEngine): Promise<ServiceResponse> {
  return refusing(async () => {
    const given = requireCount(input, "Statements", mostInBatch);
    const statements = given.map((each, index) => ({
      each,
      statement: parsed(each, `statements.${index + 1}.member.parameters`),
    }));
    refuseMixture(statements.map(({ statement }) => statement));
    const Responses: object[] = [];
    for (const { each, statement } of statements) {
      const TableName = tableOf(statement);
      const error = await refusing(async () => {
        if (statement.kind !== "select") await write(statement, each, engine);
        else {
          requireItem(statement, engine);
          const { Items } = await select(statement, { ...each, ReturnConsumedCapacity: undefined }, engine);
          Responses.push({ TableName, ...(Items[0] !== undefined && { Item: Items[0] }) });
        }
        return undefined;
      });
      if (error !== undefined) Responses.push({ TableName, Error: errorOf(error) });
      else if (statement.kind !== "select") Responses.push({ TableName });
    }
    return okResponse({ Responses });
  });
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteTransaction.html */
export function executeTransaction(input: Values, engine: StatementEngine): Promise<ServiceResponse> {
  return refusing(async () => {
    const given = requireCount(input, "TransactStatements", mostInTransaction);
    const statements = given.map((each, index) =>
      parsed(each, `transactStatements.${index + 1}.member.parameters`),
    );
    refuseMixture(statements);
    const requests = statements.map((each) => requestOf(each, engine, true));
    if (statements.every(isRead)) {
      const TransactItems = requests.map(({ input: Get }) => ({ Get }));
      const response = bodyOf(await engine.perform("TransactGetItems", { TransactItems }));
      const items = blocks(response, "Responses");
      return okResponse({
        Responses: items.map(({ Item }, index) =>
          isValues(Item) ? { Item: projected(Item, statements[index]) } : {},
        ),
      });
    }
    const TransactItems = requests.map(({ operation, input: part }, index) => {
      const { ReturnValues: _, ...rest } = part;
      const { ReturnValuesOnConditionCheckFailure } = given[index] ?? {};
      return {
        [operation.replace("Item", "")]: {
          ...rest,
          ...(ReturnValuesOnConditionCheckFailure !== undefined && { ReturnValuesOnConditionCheckFailure }),
        },
      };
    });
    const { ClientRequestToken } = input;
    const response = await engine.perform("TransactWriteItems", { TransactItems, ClientRequestToken });
    if (response.status === 200) return okResponse({ Responses: [] });
    return withDuplicates(response, statements);
  });
}

/** A read in a batch is the read of one item. */
function requireItem(statement: Select, engine: StatementEngine): void {
  const keys = engine.keysOf(statement.table);
  if (keys === undefined || (statement.index === undefined && namesItem(statement, keys))) return;
  throw new StatementError(
    "Select statements within BatchExecuteStatement must specify the primary key in the where clause.",
  );
}

/** @param member - the path of the parameters in the request */
function parsed(input: Values, member = "parameters"): PartiqlStatement {
  const parameters = Array.isArray(input.Parameters) ? input.Parameters : [];
  if (parameters.length === 0 && input.Parameters !== undefined) {
    throw new StatementError(
      `1 validation error detected: Value '[]' at '${member}' failed to satisfy constraint: Member must have length greater than or equal to 1`,
    );
  }
  return parsePartiql(text(input, "Statement") ?? "", parameters);
}

function requireCount(input: Values, name: string, most: number): readonly Values[] {
  const given = blocks(input, name);
  if (given.length >= 1 && given.length <= most) return given;
  const member = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const limit = given.length === 0 ? "greater than or equal to 1" : `less than or equal to ${most}`;
  throw new StatementError(
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length ${limit}`,
  );
}

function refuseMixture(statements: readonly PartiqlStatement[]): void {
  const reads = statements.filter(isRead).length;
  if (reads === 0 || reads === statements.length) return;
  throw new StatementError("Statements must be all reads or all writes");
}

function requestOf(
  statement: PartiqlStatement,
  engine: StatementEngine,
  isOfTransaction = false,
): TableRequest {
  const table = tableOf(statement);
  const index = statement.kind === "select" ? statement.index : undefined;
  const keys = engine.keysOf(table, index);
  if (keys === undefined) {
    const isTable = engine.keysOf(table) !== undefined;
    throw isTable
      ? new StatementError(`The table does not have the specified index: ${index}`)
      : new Refused(refusal("ResourceNotFoundException", "Requested resource not found"));
  }
  switch (statement.kind) {
    case "select":
      return isOfTransaction ? getRequest(statement, keys) : selectRequest(statement, keys);
    case "insert":
      return insertRequest(statement, keys);
    case "update":
      return updateRequest(statement, keys);
    case "delete":
      return deleteRequest(statement, keys);
    case "exists":
      return existsRequest(statement, keys);
  }
}

async function select(statement: Select, input: Values, engine: StatementEngine) {
  const { operation, input: request, isReversed = false } = requestOf(statement, engine);
  const limit = number(input, "Limit");
  const token = text(input, "NextToken");
  const response = bodyOf(
    await engine.perform(operation, {
      ...request,
      ...(input.ConsistentRead === true && { ConsistentRead: true }),
      ...(typeof input.ReturnConsumedCapacity === "string" && {
        ReturnConsumedCapacity: input.ReturnConsumedCapacity,
      }),
      ...(limit !== undefined && { Limit: limit }),
      ...(token !== undefined && { ExclusiveStartKey: keyOfToken(token) }),
    }),
  );
  const { LastEvaluatedKey: last, ConsumedCapacity } = response;
  const items = blocks(response, "Items").map((item) => projected(item, statement));
  return {
    Items: isReversed ? items.reverse() : items,
    ...(isValues(ConsumedCapacity) && { ConsumedCapacity }),
    ...(isValues(last) && {
      LastEvaluatedKey: last,
      NextToken: Buffer.from(JSON.stringify(last)).toString("base64"),
    }),
  };
}

function keyOfToken(token: string): Values {
  const key = jsonOf(Buffer.from(token, "base64").toString("utf8"));
  if (isValues(key)) return key;
  throw new StatementError("Given NextToken is invalid");
}

/** The columns of an item; a path within an attribute is named by its last part. */
function projected(item: Values, statement: PartiqlStatement | undefined): Values {
  if (statement?.kind !== "select" || statement.columns === "all") return item;
  const found = statement.columns.flatMap((path, index) => {
    const value = attributeAt(item, path);
    const name = path.at(-1);
    return value === undefined ? [] : [[typeof name === "string" ? name : `_${index + 1}`, value] as const];
  });
  return Object.fromEntries(found);
}

function attributeAt(item: Values, path: Path): unknown {
  let found: unknown = { M: item };
  for (const part of path) {
    const { M, L } = (isValues(found) ? found : {}) as { readonly M?: unknown; readonly L?: unknown };
    if (typeof part === "number") found = Array.isArray(L) ? L[part] : undefined;
    else found = isValues(M) && Object.hasOwn(M, part) ? M[part] : undefined;
  }
  return found;
}

async function write(
  statement: PartiqlStatement,
  input: Values,
  engine: StatementEngine,
): Promise<readonly Values[]> {
  const { operation, input: request } = requestOf(statement, engine);
  const { ReturnValuesOnConditionCheckFailure } = input;
  const response = await engine.perform(operation, {
    ...request,
    ...(ReturnValuesOnConditionCheckFailure !== undefined && { ReturnValuesOnConditionCheckFailure }),
  });
  if (statement.kind === "insert" && typeOf(response) === "ConditionalCheckFailedException") {
    throw new Refused(refusal("DuplicateItemException", duplicate));
  }
  const { Attributes } = bodyOf(response);
  return isValues(Attributes) ? [Attributes] : [];
}

const duplicate = "Duplicate primary key exists in table";

/** A failed condition of an `INSERT` is a duplicate. */
function withDuplicates(response: ServiceResponse, statements: readonly PartiqlStatement[]): ServiceResponse {
  const error = jsonOf(String(response.body));
  if (!isValues(error) || !Array.isArray(error.CancellationReasons)) return response;
  const reasons = blocks(error, "CancellationReasons").map((reason, index) =>
    statements[index]?.kind === "insert" && reason.Code === "ConditionalCheckFailed"
      ? { ...reason, Code: "DuplicateItem", Message: duplicate }
      : reason,
  );
  const codes = reasons.map(({ Code }) => Code).join(", ");
  const message = refusalMessage(response).replace(/\[[^[\]]*\]$/, `[${codes}]`);
  return refusal("TransactionCanceledException", message, { CancellationReasons: reasons });
}

async function refusing<Result>(run: () => Promise<Result>): Promise<Result | ServiceResponse> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) return error.response;
    if (error instanceof StatementError) return refusal("ValidationException", error.message);
    throw error;
  }
}

function typeOf({ body, status }: ServiceResponse): string | undefined {
  const error = status === 200 ? undefined : jsonOf(String(body));
  return isValues(error) ? String(error.__type).split("#").at(-1) : undefined;
}

/** The error of one statement of a batch: `ResourceNotFound`. */
function errorOf(response: ServiceResponse): object {
  const error = jsonOf(String(response.body));
  const { message, Item } = isValues(error) ? error : ({} as Values);
  const code = typeOf(response) ?? "";
  return {
    Code: code === "ValidationException" ? "ValidationError" : code.replace(/Exception$/, ""),
    Message: message,
    ...(isValues(Item) && { Item }),
  };
}

/** The result of an operation. Throws its refusal. */
function bodyOf(response: ServiceResponse): Values {
  if (response.status !== 200) throw new Refused(response);
  const value = jsonOf(String(response.body ?? ""));
  return isValues(value) ? value : {};
}
