import type {
  DocumentNode,
  GraphQLError,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from "graphql";
import { graphqlPackage } from "./api-schema";
import type { LoadedApi } from "./operation";
import { fragmentsIn } from "./selected-fields";

/** A query text with its operation, or why it cannot run. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly operation: OperationDefinitionNode }
  | { readonly errors: readonly object[] };

/** Queries that were read for an API. Clients send the same ones again and again. */
const known = new WeakMap<LoadedApi, Map<string, ReadDocument>>();
const mostKnown = 500;

/**
 * AppSync's messages are those of graphql-java, which reads no more, because the check of overlapping fields takes quadratic time.
 *
 * Source: https://github.com/graphql-java/graphql-java (ParserOptions, MAX_QUERY_TOKENS)
 */
const maxTokens = 15_000;

/** Reads and checks a query for an API. */
export function readDocument(api: LoadedApi, query: string, operationName: string | undefined): ReadDocument {
  const own = known.get(api) ?? new Map<string, ReadDocument>();
  known.set(api, own);
  const key = `${operationName ?? ""}\n${query}`;
  const found = own.get(key) ?? readWithinStack(api, query, operationName);
  own.delete(key);
  own.set(key, found);
  // The one that was unused for the longest time is removed.
  const [oldest] = own.keys();
  if (own.size > mostKnown && oldest !== undefined) own.delete(oldest);
  return found;
}

function read(api: LoadedApi, query: string, operationName: string | undefined): ReadDocument {
  const { parse, validate, specifiedRules, NoSchemaIntrospectionCustomRule } = graphqlPackage();
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens });
  } catch (error) {
    return { errors: [validationError("InvalidSyntax", error as GraphQLError)] };
  }
  const rules = api.config.hasIntrospection
    ? specifiedRules
    : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(api.schema, document, rules);
  if (errors.length > 0) return { errors: errors.map((each) => validationError(kindOf(each.message), each)) };
  const operation = graphqlPackage().getOperationAST(document, operationName);
  if (operation === null || operation === undefined) {
    const named =
      operationName === undefined ? "one operation, or operationName" : `an operation ${operationName}`;
    return { errors: [{ message: `The query needs ${named}.`, errorType: "BadRequestException" }] };
  }
  const { depthLimit } = api.config;
  const depth = depthLimit === 0 ? 0 : depthOf(operation.selectionSet, document);
  if (depth > depthLimit) {
    const message = `Query depth ${depth} exceeds the limit of ${depthLimit}.`;
    return { errors: [{ message, errorType: "QueryDepthLimitExceeded" }] };
  }
  return { document, operation };
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^Cannot query field/, "FieldUndefined"],
  [/^Unknown argument/, "UnknownArgument"],
  [/" of type "[^"]*" is required/, "MissingFieldArgument"],
  [/must have a selection of subfields/, "SubSelectionRequired"],
  [/must not have a selection/, "SubSelectionNotAllowed"],
  [/^Unknown type/, "UnknownType"],
  [/^Unknown fragment/, "UndefinedFragment"],
  [/^Variable ".*" is not defined/, "UndefinedVariable"],
  [/^GraphQL introspection/, "IntrospectionDisabled"],
];

function kindOf(message: string): string {
  return kinds.find(([pattern]) => pattern.test(message))?.[1] ?? "WrongType";
}

function validationError(kind: string, { message, locations }: GraphQLError): object {
  return {
    path: null,
    locations: (locations ?? []).map((each) => ({ ...each, sourceName: null })),
    message: `Validation error of type ${kind}: ${message}`,
  };
}

/** How deep a selection is. Introspection does not count. */
function depthOf(selections: SelectionSetNode, document: DocumentNode): number {
  // Fragments may name the same fragment again and again: each of them is measured once.
  const known = new Map<string, number>();
  const fragments = fragmentsIn(document);
  const depthIn = (set: SelectionSetNode): number =>
    set.selections.reduce((deepest, node) => Math.max(deepest, depthAt(node)), 0);
  const depthAt = (node: SelectionNode): number => {
    if (node.kind === "InlineFragment") return depthIn(node.selectionSet);
    if (node.kind === "Field") {
      if (node.name.value.startsWith("__")) return 0;
      return 1 + (node.selectionSet === undefined ? 0 : depthIn(node.selectionSet));
    }
    const name = node.name.value;
    const fragment = fragments.get(name);
    if (fragment === undefined) return 0;
    const depth = known.get(name) ?? depthIn(fragment);
    known.set(name, depth);
    return depth;
  };
  return depthIn(selections);
}

/** Parser and rules call themselves for each level of a query. */
function readWithinStack(api: LoadedApi, query: string, operationName: string | undefined): ReadDocument {
  try {
    return read(api, query, operationName);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "Validation error of type InvalidSyntax: The query has too many levels.";
    return { errors: [{ path: null, locations: [], message }] };
  }
}
