import { jsonOf } from "../../facts/text/json";
import {
  deniesEverything,
  type PolicyDocumentStatement,
  type PolicyKind,
  parsePolicyDocument,
} from "../iam/policy-document";

/** The statements of policies, each as JSON text or as an object; undefined when one of them is not a policy. */
export function statementsOf(
  documents: readonly unknown[],
  kind: PolicyKind = "other",
): readonly PolicyDocumentStatement[] | undefined {
  const statements: PolicyDocumentStatement[] = [];
  for (const each of documents) {
    const parsed = parsePolicyDocument(contentOf(each), kind);
    if (parsed === undefined) return undefined;
    statements.push(...parsed);
  }
  return statements;
}

/** The statements of a policy of the model. One that AWS refuses denies everything; `policyProblems` reports it. */
export function statementsOrDenial(document: unknown, kind: PolicyKind): readonly PolicyDocumentStatement[] {
  return parsePolicyDocument(contentOf(document), kind) ?? deniesEverything;
}

/** A document that is written as JSON text, or as the object itself. */
export const contentOf = (document: unknown): unknown =>
  typeof document === "string" ? jsonOf(document) : document;
