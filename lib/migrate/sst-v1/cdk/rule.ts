import { indentAt } from "../edited-text";
import { isCdkPackage, type SstStackFile } from "../stack-source";
import { child, nameOf, type SyntaxNode } from "../syntax";

/** The code for a part of AWS CDK. Undefined for a part that a person must write. */
export type CdkRule = (
  file: SstStackFile,
  node: SyntaxNode,
  /** The name of the stack. */
  scope: string,
  above: readonly SyntaxNode[],
) => string | undefined;

/** The constant or the property that an expression is assigned to, with its statement. */
export function assignedTo(
  file: SstStackFile,
  above: readonly SyntaxNode[],
): { readonly name: string; readonly insertBehind: (lines: readonly string[]) => void } | undefined {
  const [statement, owner] = above.slice(-2);
  const isVariable = owner?.type === "VariableDeclarator";
  if (owner === undefined || !(isVariable || owner.type === "AssignmentExpression")) return undefined;
  const target = child(owner, isVariable ? "id" : "left");
  const isName = nameOf(target) !== undefined || target?.type === "MemberExpression";
  if (statement === undefined || target === undefined || !isName) return undefined;
  const indent = indentAt(file.edited.original, statement.start);
  return {
    name: file.textOf(target),
    insertBehind: (lines) =>
      file.edited.insert(statement.end, lines.map((line) => `\n${indent}${line}`).join("")),
  };
}

/** The name of a part of AWS CDK: `aws-cognito.UserPool`, whichever way it is imported. */
export function cdkName(from: string, path: readonly string[]): string {
  const module = from.replace(/^(aws-cdk-lib|@aws-cdk)\/?/, "").replace(/^core$|-alpha$/, "");
  const [first = "", ...rest] = path;
  const isModule = module === "" && /^aws_[a-z0-9]+$/.test(first);
  return (isModule ? [first.replace("_", "-"), ...rest] : [module, ...path])
    .filter((each) => each !== "")
    .join(".");
}

/** The class of AWS CDK that an expression constructs. */
export function classOf(file: SstStackFile, node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "NewExpression") return undefined;
  const imported = file.importOf(child(node, "callee"));
  return imported && isCdkPackage(imported.from) ? cdkName(imported.from, imported.path) : undefined;
}
