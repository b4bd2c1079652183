import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { FactKey, factOf } from "../app-facts";
import { isUnresolved } from "./unresolved";

const resolver = new DefaultTokenResolver(new StringConcat());

/** A value as in the Terraform JSON of the construct's stack: `${aws_dynamodb_table.Notes.arn}`. */
export function resolveValue(scope: IConstruct, value: unknown, preparing = false): unknown {
  if (isLiteral(value)) return value;
  return resolveOwnReferences(scope, value) ?? Tokenization.resolve(value, { scope, resolver, preparing });
}

/** Deeper values are left to CDKTF, which refuses circular values. */
const maximalDepth = 100;

/**
 * Like `resolveValue`, for the content of a stack, most of which has no tokens.
 *
 * CDKTF creates a context with closures for each value and key. This function processes plain objects, lists and literals itself,
 * and leaves everything else to CDKTF.
 */
export function resolveContent(scope: IConstruct, value: unknown, preparing = false): unknown {
  return resolveWith(value, (given) => resolveValue(scope, given, preparing));
}

/** The content of a stack while references between stacks are still being found. */
export interface PreparedContent {
  readonly value: unknown;
  /** False if a token has read `preparing`, and may return a different value afterwards. */
  readonly isFinal: boolean;
}

/** Resolves content as CDKTF does before the synthesis, when it connects stacks. */
export function prepareContent(scope: IConstruct, value: unknown): PreparedContent {
  const watching = new WatchingResolver();
  const resolved = resolveWith(
    value,
    (given) =>
      resolveOwnReferences(scope, given) ??
      Tokenization.resolve(given, { scope, resolver: watching, preparing: true }),
  );
  return { value: resolved, isFinal: !watching.hasLooked };
}

/** Records whether a token reads `preparing`. References do so to connect stacks, and return the same value later. */
class WatchingResolver extends DefaultTokenResolver {
  hasLooked = false;

  constructor() {
    super(new StringConcat());
  }

  override resolveToken(
    token: IResolvable,
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    if (!isReference(token)) {
      Object.defineProperty(context, "preparing", {
        configurable: true,
        get: () => {
          this.hasLooked = true;
          return true;
        },
      });
    }
    return super.resolveToken(token, context, postProcessor);
  }
}

/** A reference of CDKTF has its names in other stacks. If another version does not, it counts as any other token. */
const isReference = (token: IResolvable): boolean => "crossStackIdentifier" in token;

/** Like `resolveValue`, within a token that is being resolved. */
export function resolveWithin(context: IResolveContext, value: unknown): unknown {
  // Within an expression, references have no braces.
  const isInExpression = context.suppressBraces === true;
  const ownOf = (given: unknown) => (isInExpression ? undefined : resolveOwnReferences(context.scope, given));
  return resolveWith(value, (given) => ownOf(given) ?? context.resolve(given));
}

function resolveWith(value: unknown, resolveTokens: (value: unknown) => unknown): unknown {
  const resolve = (given: unknown, depth: number): unknown => {
    if (isLiteral(given)) return given;
    if (Array.isArray(given) && depth < maximalDepth && !given.some(isElementOfToken)) {
      return given.map((each) => resolve(each, depth + 1)).filter((each) => each !== undefined);
    }
    if (!isPlainContent(given) || depth >= maximalDepth) return resolveTokens(given);
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(given)) {
      const resolved = resolve(given[key], depth + 1);
      if (resolved !== undefined) result[key] = resolved;
    }
    return result;
  };
  return resolve(value, 0);
}

/** Whether an element may represent a list that is known at deployment. */
const isElementOfToken = (element: unknown): boolean =>
  typeof element === "string"
    ? element.includes("#{TfToken[")
    : typeof element === "number" && !isLiteral(element);

/** An object without a custom prototype, a method `resolve` or keys that are tokens. */
function isPlainContent(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return !("resolve" in value && typeof value.resolve === "function") && Object.keys(value).every(isLiteral);
}

/** The resource type of a reference: `aws_sqs_queue` for a queue's ARN; undefined for a literal. */
export function findReferencedType(scope: IConstruct, value: string): string | undefined {
  if (!isUnresolved(value)) return undefined;
  return /\$\{(?:data\.)?(aws_[a-z0-9_]+)\./.exec(String(resolveValue(scope, value)))?.[1];
}

/** A token in a text, as CDKTF writes it. */
const marker = /\$\{TfToken\[[\w:.-]+\]\}/g;

/** The private content of CDKTF's references: `aws_sqs_queue.Jobs.arn`, and the stack of the queue. */
interface ReferenceInternals {
  readonly crossStackIdentifier?: unknown;
  readonly identifier?: unknown;
  readonly originStack?: unknown;
}

/** The references of each stack by their markers; undefined for other tokens. */
const known = new FactKey<Map<TerraformStack, Map<string, string | undefined>>>(
  "references by marker",
  () => new Map(),
);

/**
 * A text whose tokens all refer to blocks of the same stack, with the references: `${aws_sqs_queue.Jobs.arn}`. Undefined for
 * other values.
 *
 * Most texts with tokens have this form, and CDKTF creates a dozen objects to resolve one.
 */
function resolveOwnReferences(scope: IConstruct, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const rest = value.replace(marker, "");
  // CDKTF also processes templates of the caller.
  if (rest === value || /\$\{|\}/.test(rest) || !isLiteral(rest)) return undefined;
  const stack = stackOf(scope);
  if (stack === undefined) return undefined;
  const ofApp = factOf(stack, known);
  const references = ofApp.get(stack) ?? new Map<string, string | undefined>();
  ofApp.set(stack, references);
  let isOwn = true;
  const resolved = value.replace(marker, (found) => {
    if (!references.has(found)) references.set(found, referenceOf(stack, found));
    const reference = references.get(found);
    isOwn &&= reference !== undefined;
    return reference ?? found;
  });
  return isOwn ? resolved : undefined;
}

function referenceOf(stack: TerraformStack, text: string): string | undefined {
  const { crossStackIdentifier, identifier, originStack } = Object(tokenOfMarker(text)) as ReferenceInternals;
  const isOwn = crossStackIdentifier !== undefined && originStack === stack;
  return isOwn && typeof identifier === "string" && isLiteral(identifier) ? `\${${identifier}}` : undefined;
}

function stackOf(scope: IConstruct): TerraformStack | undefined {
  let each: IConstruct | undefined = scope;
  while (each !== undefined && !TerraformStack.isStack(each)) each = each.node.scope;
  return each;
}

/** The private list of CDKTF's tokens, by their names in markers. */
interface HasTokens {
  readonly __cdktfTokenMap?:
    | { readonly stringTokenMap?: ReadonlyMap<string, IResolvable> | undefined }
    | undefined;
}

const [begin, end] = ["${TfToken[", "]}"];

/**
 * The token of a marker in a text: `${TfToken[TOKEN.12]}`.
 *
 * CDKTF would search the marker for tokens like any text. An app has thousands of markers, so its list of tokens is read first.
 */
export function tokenOfMarker(marker: string): IResolvable | undefined {
  const tokens = (globalThis as HasTokens).__cdktfTokenMap?.stringTokenMap;
  const name = marker.slice(begin.length, -end.length);
  return tokens?.get(name) ?? Tokenization.reverseString(marker).tokens[0];
}

/**
 * Marks of tokens in texts: CDKTF's markers, and its numbers that encode tokens. CDKTF checks the upper 16 bits of a number: with
 * 0xfdff it is about -8e+298, with 0xfbff about -1.9e+289.
 */
const mayHaveToken = /[#$&]\{TfToken\[|e\+2(?:89|98)/;
const {
  STRING_MAP_TOKEN_VALUE: textMap,
  NUMBER_MAP_TOKEN_VALUE: numberMap,
  ANY_MAP_TOKEN_VALUE: anyMap,
} = Token;

/** Whether a value certainly has no token. False for objects, which are not searched. */
export function isLiteral(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return !hasToken(value) && value !== textMap && value !== anyMap;
    case "number":
      return Number.isSafeInteger(value) && value !== numberMap;
    case "object":
      return value === null;
    default:
      return value === undefined || typeof value === "boolean";
  }
}

/** Searches for words before the pattern, which takes several times as long. */
function hasToken(text: string): boolean {
  return (text.includes("TfToken[") || text.includes("e+2")) && mayHaveToken.test(text);
}
