import type { IConstruct } from "constructs";
import { resourceTypes } from "../../../facts/aws/resource-types";
import { policyTextParts } from "../policy-text";
import { isMarkedReference } from "./canonical";
import { resolveStatements } from "./policy-json";
import type { Statement } from "./statement";

/** Facts of the account, and outputs of a stack that has been deployed before. */
const leafDataSources = /^(?:aws_(?:caller_identity|partition|region)|terraform_remote_state)$/;

const isLeaf = (type: string): boolean => leafDataSources.test(type) || resourceTypes[type]?.isLeaf === true;

/** First words of references to values that are known before any resource is created. */
const inputs: ReadonlySet<string> = new Set(["var", "path", "terraform", "each", "count"]);

/**
 * Whether a text refers to something that may itself depend on a function.
 *
 * @param text - a resource or a whole statement, with its tokens resolved: the target of an unresolved token is unknown
 */
export function isLink(text: string): boolean {
  // In JSON the quotes of an expression are escaped, and a list that is a reference as a whole is marked by #.
  const plain = text.replaceAll('\\"', '"').replaceAll("#{", "${");
  return policyTextParts(plain).some(
    (part) => part.kind === "reference" && rootsOf(part.text).some((type) => !isLeaf(type)),
  );
}

/**
 * The statements that a function waits for, and those that it does not wait for, so that two functions may call each other.
 *
 * Statements whose references come to the same are joined: each use of a construct makes its own references.
 */
export function splitLinks(
  scope: IConstruct,
  statements: readonly Statement[],
): { readonly base: readonly Statement[]; readonly links: readonly Statement[] } {
  const parts = { base: new Map<string, Statement>(), links: new Map<string, Statement>() };
  const resolved = resolveStatements(scope, statements);
  statements.forEach((statement, index) => {
    const written = resolved[index] ?? statement;
    const text = JSON.stringify(written);
    const part = parts[isLink(text) ? "links" : "base"];
    const { actions, ...rest } = written;
    const key = isMarkedReference(actions) ? text : JSON.stringify(rest);
    const before = part.get(key);
    const all = before === undefined ? statement.actions : [...before.actions, ...statement.actions];
    part.set(key, {
      ...(before ?? statement),
      actions: isMarkedReference(actions) ? statement.actions : all,
    });
  });
  return { base: [...parts.base.values()], links: [...parts.links.values()] };
}

/** The roots of a reference: resource types, `local`, `module`; a data source counts as its type. */
function rootsOf(reference: string): readonly string[] {
  const found = reference.matchAll(/(?<![\w.\-\]"])(?:data\.)?([A-Za-z_][\w-]*)\.(?=[A-Za-z_])/g);
  return [...found].map(([, root = ""]) => root).filter((root) => !inputs.has(root));
}
