import type { IConstruct } from "constructs";
import { show } from "../../errors/words";
import { fail } from "../errors";
import { mergeStatements } from "./canonical";
import { policyJson } from "./policy-json";
import { policyTextParts } from "./policy-text";
import type { Statement } from "./statement";

// A role takes 10,240 characters of inline policies in all, and 10 managed policies of 6,144 each; white space does
// not count. The library stays below, since the length of a reference is only an estimate.
// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
const maxInlineCharacters = 10_000;
const maxDocumentCharacters = 6_000;
const maxAttachedPolicies = 10;

/** What a reference is taken to be at least: ARNs are mostly shorter. */
const referenceCharacters = 120;

/** A policy as it fits a role: inline, or in documents that are managed policies of their own. */
export interface PackedPolicy {
  /** Undefined when there are no statements, or when they are in documents. */
  readonly inline?: readonly Statement[];
  readonly documents: readonly (readonly Statement[])[];
}

/** How many characters the policy of these statements will have, references estimated. */
export function measurePolicy(statements: readonly Statement[]): number {
  return policyTextParts(policyJson(statements)).reduce((sum, { kind, text }) => {
    return sum + (kind === "reference" ? Math.max(text.length, referenceCharacters) : text.length);
  }, 0);
}

/**
 * Brings the policies of one role within IAM's limits.
 *
 * The parts are policies of the role, the ones that should stay inline first. One that does not fit is written as
 * documents instead. Each statement goes into the first document that has room, so a statement added at the end moves
 * no other one.
 *
 * @param attached - managed policies that the role has already
 */
export function packPolicies<Part extends string>(
  where: IConstruct | string,
  prop: string,
  parts: Readonly<Record<Part, readonly Statement[]>>,
  attached = 0,
): Readonly<Record<Part, PackedPolicy>> {
  const packed: Partial<Record<Part, PackedPolicy>> = {};
  let inlineCharacters = 0;
  let documents = 0;
  for (const [part, statements] of Object.entries(parts) as [Part, readonly Statement[]][]) {
    const characters = statements.length === 0 ? 0 : measurePolicy(statements);
    if (inlineCharacters + characters <= maxInlineCharacters) {
      inlineCharacters += characters;
      packed[part] = { ...(statements.length > 0 && { inline: statements }), documents: [] };
    } else {
      packed[part] = { documents: packDocuments(where, prop, statements) };
      documents += packed[part].documents.length;
    }
  }
  const max = maxAttachedPolicies - attached;
  if (documents > max) fail(where, "policy-too-large", prop, { documents, max });
  return packed as Record<Part, PackedPolicy>;
}

/** Of a policy without statements; one less, since each statement is counted with a comma. */
const emptyPolicyCharacters = policyJson([]).length - 1;

/** A statement's share of a policy, with a comma. */
function measureStatement(statement: Statement): number {
  return measurePolicy([statement]) - emptyPolicyCharacters;
}

function packDocuments(
  where: IConstruct | string,
  prop: string,
  statements: readonly Statement[],
): readonly (readonly Statement[])[] {
  const documents: { readonly statements: Statement[]; characters: number }[] = [];
  for (const statement of mergeStatements(statements).flatMap((each) => divide(where, prop, each))) {
    const characters = measureStatement(statement);
    let document = documents.find((each) => each.characters + characters <= maxDocumentCharacters);
    if (document === undefined) {
      document = { statements: [], characters: emptyPolicyCharacters };
      documents.push(document);
    }
    document.statements.push(statement);
    document.characters += characters;
  }
  return documents.map((document) => document.statements);
}

/** A statement that is too large for one document, as several that mean the same. */
function divide(where: IConstruct | string, prop: string, statement: Statement): readonly Statement[] {
  const fits = (each: Statement) => emptyPolicyCharacters + measureStatement(each) <= maxDocumentCharacters;
  if (fits(statement)) return [statement];
  const key = (["resources", "actions"] as const).find((each) => statement[each].length > 1);
  if (key === undefined) {
    const value = show(statement.actions);
    return fail(where, "statement-too-large", prop, { value, characters: measureStatement(statement) });
  }
  const chunks: string[][] = [];
  for (const item of statement[key]) {
    const last = chunks.at(-1);
    if (last !== undefined && fits({ ...statement, [key]: [...last, item] })) last.push(item);
    else chunks.push([item]);
  }
  // The id of a statement is unique in its document, so only the first keeps it.
  const { sid, ...rest } = statement;
  return chunks.flatMap((chunk, index) => {
    return divide(where, prop, { ...(index === 0 ? statement : rest), [key]: chunk });
  });
}
