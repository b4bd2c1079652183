import { type PolicyDocumentStatement, type PolicyKind, parsePolicyDocument } from "../iam/policy-document";
import { jsonOf } from "../json";

/** The statements of policies, each as JSON text or as an object; undefined when one of them is not a policy. */
export function statementsOf(
  documents: readonly unknown[],
  kind: PolicyKind = "other",
): readonly PolicyDocumentStatement[] | undefined {
  const statements: PolicyDocumentStatement[] = [];
  for (const each of documents) {
    const parsed = parsePolicyDocument(typeof each === "string" ? jsonOf(each) : each, kind);
    if (parsed === undefined) return undefined;
    statements.push(...parsed);
  }
  return statements;
}
