import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { FactKey, factOf } from "../app-facts";
import { isLiteral } from "./literal";
import { tokenOfMarker } from "./token-of-marker";

/** A token in a text, as CDKTF writes it. */
const marker = /\$\{TfToken\[[\w:.-]+\]\}/g;

/** The private content of CDKTF's references: `aws_sqs_queue.Jobs.arn`, and the stack of the queue. */
interface ReferenceInternals {
  readonly crossStackIdentifier?: unknown;
  readonly identifier?: unknown;
  readonly originStack?: unknown;
}

/** The references of each stack by their markers; undefined for any other token. */
const known = new FactKey<Map<TerraformStack, Map<string, string | undefined>>>(
  "references by marker",
  () => new Map(),
);

/**
 * A text whose tokens all refer to blocks of the same stack, with the references: `${aws_sqs_queue.Jobs.arn}`. Undefined for any other value.
 *
 * Most texts with tokens are such, and CDKTF creates a dozen objects to resolve one.
 */
export function resolveOwnReferences(scope: IConstruct, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const rest = value.replace(marker, "");
  // CDKTF looks further into templates that the caller has written.
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
