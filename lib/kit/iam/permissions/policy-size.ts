import type { Where } from "../../../facts/errors/error";
import { show } from "../../../facts/errors/words";
import { quotas } from "../../core/quotas";
import { fail } from "../errors";
import { policyTextParts } from "../policy-text";
import { mergeStatements } from "./canonical";
import { policyJson } from "./policy-json";
import type { Statement } from "./statement";

// A role takes 10,240 characters of inline policies in all, and managed policies of 6,144 each; white space does
// not count. The limits here are lower, since the length of a reference is only an estimate.
// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
const maxInlineCharacters = 10_000;
const maxDocumentCharacters = 6_000;

/** Assumed minimum length of a resolved reference. Most ARNs are shorter. */
const referenceCharacters = 120;

/** A policy within the limits of a role: inline, or split into managed policies. */
export interface PackedPolicy {
  /** Undefined if there are no statements, or if they are in managed policies. */
  readonly inline?: readonly Statement[] | undefined;
  readonly documents: readonly (readonly Statement[])[];
}

/** Estimated length of the policy in characters. */
export function measurePolicy(statements: readonly Statement[]): number {
  return policyTextParts(policyJson(statements)).reduce((sum, { kind, text }) => {
    return sum + (kind === "reference" ? Math.max(text.length, referenceCharacters) : text.length);
  }, 0);
}

/**
 * More characters than policies can have, found without making their text: most roles have few statements.
 *
 * Escapes at most double a text. Each `{` may begin a statement, with its keys, or a reference.
 */
function mostCharacters(parts: readonly (readonly Statement[])[]): number {
  const text = JSON.stringify(parts);
  return parts.length * emptyPolicyCharacters + 2 * text.length + 150 * (text.split("{").length - 1);
}

/**
 * Splits the policies of a role to fit IAM's limits.
 *
 * The parts that should stay inline come first. A part that does not fit is split into managed policies. Each statement goes
 * into the first managed policy with room, so that a new statement at the end moves no other.
 *
 * @param attached - managed policies that the role has already
 * @param allowed - managed policies that the role may have
 */
export function packPolicies<Part extends string>(
  where: Where,
  prop: string,
  parts: Readonly<Record<Part, readonly Statement[]>>,
  attached = 0,
  allowed: number = quotas.managedPoliciesPerRole,
): Readonly<Record<Part, PackedPolicy>> {
  const isSmall = mostCharacters(Object.values(parts)) <= maxInlineCharacters;
  const packed: Partial<Record<Part, PackedPolicy>> = {};
  let inlineCharacters = 0;
  let documents = 0;
  for (const [part, statements] of Object.entries(parts) as [Part, readonly Statement[]][]) {
    const characters = isSmall || statements.length === 0 ? 0 : measurePolicy(statements);
    if (inlineCharacters + characters <= maxInlineCharacters) {
      inlineCharacters += characters;
      packed[part] = { ...(statements.length > 0 && { inline: statements }), documents: [] };
    } else {
      packed[part] = { documents: packDocuments(where, prop, statements) };
      documents += packed[part].documents.length;
    }
  }
  const max = allowed - attached;
  if (documents > max) fail(where, "policy-too-large", prop, { documents, max, attached });
  return packed as Record<Part, PackedPolicy>;
}

/** Length of a policy without statements; one less, since each statement is counted with a comma. */
const emptyPolicyCharacters = policyJson([]).length - 1;

/** Length of a statement in a policy, with a comma. */
function measureStatement(statement: Statement): number {
  return measurePolicy([statement]) - emptyPolicyCharacters;
}

function packDocuments(
  where: Where,
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

/** Splits a statement that is too large for one managed policy into several equivalent ones. */
function divide(where: Where, prop: string, statement: Statement): readonly Statement[] {
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
  // A Sid must be unique in a policy, so only the first part keeps it.
  const { sid, ...rest } = statement;
  return chunks.flatMap((chunk, index) => {
    return divide(where, prop, { ...(index === 0 ? statement : rest), [key]: chunk });
  });
}
