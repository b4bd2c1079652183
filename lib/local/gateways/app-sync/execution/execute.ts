import type {
  DocumentNode,
  ExecutionResult,
  GraphQLError,
  GraphQLFieldResolver,
  GraphQLResolveInfo,
  GraphQLSchema,
} from "graphql";
import { contained } from "../../../invoke";
import { ResolverError, UnauthorizedSignal } from "../utilities/signals";
import { graphqlPackage } from "./api-schema";
import type { AppendedError, GraphqlOperation } from "./operation";
import { runResolver } from "./run-resolver";

/** Divides much work into pieces: between two of them the process does everything else that waits. */
class Turns {
  private readonly waiting: (() => void)[] = [];

  /** Resolves in a turn of the event loop of its own. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(this.run);
    });
  }

  private readonly run = contained("turns", (): void => {
    this.waiting.shift()?.();
    // An immediate that is set within another one runs after the input that has arrived.
    if (this.waiting.length > 0) setImmediate(this.run);
  });
}

/** A query with its variables. */
interface GraphqlRequest {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The answer to an operation, as clients get it. */
export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly object[];
}

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const mostResolvers = 10_000;

/** Runs a query or mutation, or the selection of a subscription on an existing value. */
export async function execute(
  request: GraphqlRequest,
  operation: GraphqlOperation,
  rootValue?: object,
): Promise<GraphqlAnswer> {
  const result = (await graphqlPackage().execute({
    schema: operation.api.schema,
    document: request.document,
    operationName: request.operationName ?? null,
    variableValues: request.variables,
    contextValue: operation,
    rootValue,
    fieldResolver: rootValue === undefined ? resolveField : readAllowed,
  })) as ExecutionResult<Record<string, unknown>>;
  const errors = [
    ...(result.errors ?? []).map((each) => errorOf(each, operation.api.schema)),
    ...operation.appended.map((each) => appendedError(each)),
  ];
  return { data: result.data ?? null, ...(errors.length > 0 && { errors }) };
}

/** Resolvers of an operation that start at once. */
const mostAtOnce = 50;

const turns = new Turns();

/** A query can ask for thousands of fields. Other requests are answered between the resolvers of two of them. */
async function inTurn<Result>(count: number, run: () => Promise<Result>): Promise<Result> {
  if (count > mostAtOnce) await turns.next();
  return run();
}

type Resolve = GraphQLFieldResolver<unknown, GraphqlOperation>;

/** The value of a field: by its resolver, or the member of its object. */
const resolveField: Resolve = (source, args, operation, info) => {
  requireAllowed(operation, info);
  const { config } = operation.api;
  const resolver = config.resolvers.get(`${info.parentType.name}.${info.fieldName}`);
  if (resolver === undefined) return memberOf(source, info.fieldName);
  operation.resolvers += 1;
  if (operation.resolvers > (config.resolverLimit || mostResolvers)) {
    const text = `The operation runs more than ${config.resolverLimit || mostResolvers} resolvers.`;
    throw new ResolverError(text, "ResolverExecutionLimitReached");
  }
  return inTurn(operation.resolvers, () => runResolver(resolver, { source, args, info }, operation)).catch(
    (error: unknown) => {
      if (error instanceof ResolverError) throw error;
      // `util.unauthorized()` does not know its field.
      if (error instanceof UnauthorizedSignal) throw unauthorizedAt(info);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      operation.context.report({ event: "warning", text: `${resolver.name} failed in this server: ${text}` });
      throw new ResolverError("An internal failure occurred while resolving this field.", "InternalFailure");
    },
  );
};

const readAllowed: Resolve = (source, _args, operation, info) => {
  requireAllowed(operation, info);
  return memberOf(source, info.fieldName);
};

/** Refuses a field that the caller may not see. */
function requireAllowed({ api, caller, context }: GraphqlOperation, info: GraphQLResolveInfo): void {
  const { parentType, fieldName } = info;
  const field = parentType.getFields()[fieldName];
  if (field === undefined) return;
  if (!api.rules.allows(parentType, field, caller)) throw unauthorizedAt(info);
  // Policies are about the fields that operations begin with.
  if (caller.signer === undefined || info.path.prev !== undefined) return;
  const resource = `${api.config.arn}/types/${parentType.name}/fields/${fieldName}`;
  const denial = context.access?.check(caller.signer, [{ action: "appsync:GraphQL", resource }]);
  if (denial !== undefined) throw unauthorizedAt(info);
}

function unauthorizedAt({ parentType, fieldName }: GraphQLResolveInfo): UnauthorizedSignal {
  return new UnauthorizedSignal(`${fieldName} on type ${parentType.name}`);
}

function memberOf(source: unknown, name: string): unknown {
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, name)) return null;
  return (source as Readonly<Record<string, unknown>>)[name];
}

/** An error as AppSync writes it. */
function errorOf({ message, path, locations, originalError }: GraphQLError, schema: GraphQLSchema): object {
  const places = (locations ?? []).map((each) => ({ ...each, sourceName: null }));
  if (originalError instanceof UnauthorizedSignal) {
    const text = `Not Authorized to access ${originalError.message}`;
    return written(path, places, text, new ResolverError(text, "Unauthorized"));
  }
  if (originalError instanceof ResolverError) return written(path, places, message, originalError);
  if (path === undefined) return written(path, places, message, undefined);
  return { path, locations: null, message: valueError(message, path, schema) };
}

/**
 * The message for a value that does not fit the type of its field, in the words of graphql-java.
 *
 * Sources: https://github.com/aws/aws-appsync-community/issues/247 and https://github.com/aws-amplify/amplify-js/issues/5963, with
 * answers of AppSync, and https://github.com/graphql-java/graphql-java (TypeMismatchError)
 */
function valueError(message: string, path: readonly (string | number)[], schema: GraphQLSchema): string {
  const at = path.map((key) => (typeof key === "number" ? `[${key}]` : `/${key}`)).join("");
  const [, parent = "", field = ""] =
    /^Cannot return null for non-nullable field (\w+)\.(\w+)\.$/.exec(message) ?? [];
  if (parent !== "") {
    const { getNamedType, assertObjectType } = graphqlPackage();
    const type = getNamedType(assertObjectType(schema.getType(parent)).getFields()[field]?.type);
    return `Cannot return null for non-nullable type: '${type}' within parent '${parent}' (${at})`;
  }
  if (message.startsWith("Expected Iterable"))
    return `Can't resolve value (${at}) : type mismatch error, expected type LIST`;
  // No member of a union, or one that the schema does not have.
  if (/^(?:Abstract type|Runtime Object type)/.test(message)) return message;
  return `Can't serialize value (${at}) : ${message}`;
}

function appendedError({ error, info }: AppendedError): object {
  const places = info.fieldNodes.flatMap(({ loc }) =>
    loc === undefined ? [] : [{ line: loc.startToken.line, column: loc.startToken.column, sourceName: null }],
  );
  return written(keysOf(info.path), places, error.message, error);
}

function keysOf(path: GraphQLResolveInfo["path"]): readonly (string | number)[] {
  return [...(path.prev === undefined ? [] : keysOf(path.prev)), path.key];
}

function written(
  path: readonly (string | number)[] | undefined,
  locations: readonly object[],
  message: string,
  error: ResolverError | undefined,
): object {
  return {
    path: path ?? null,
    data: error?.data ?? null,
    errorType: error?.errorType ?? null,
    errorInfo: error?.errorInfo ?? null,
    locations,
    message,
  };
}
