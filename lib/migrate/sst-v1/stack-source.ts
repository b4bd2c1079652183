import type { Findings } from "../model/place";
import type { ChangedFile } from "./prop-changes";
import { child, children, nameOf, type SyntaxNode, stringOf, textField, unwrapped, walk } from "./syntax";

interface ImportedAs {
  readonly from: string;
  /** `*` for the module. */
  readonly name: string;
}

interface FileFinding {
  readonly node: SyntaxNode;
  readonly text: string;
  readonly isNote: boolean;
}

export class SstStackFile implements ChangedFile {
  readonly edited: EditedText;
  /** Imported names, by the name in the file. */
  readonly imported: ReadonlyMap<string, ImportedAs>;
  private readonly constants = new Map<string, SyntaxNode>();
  private readonly names = new Set<string>();
  private readonly found: FileFinding[] = [];
  /** Calls of `addDomain` that were changed. */
  readonly domains = new Set<SyntaxNode>();
  private readonly ids = new Map<string, number>();
  private readonly added = new Map<SyntaxNode, Set<string>>();
  /** Names that the changed code uses, by their module. */
  readonly needed = new Map<string, Map<string, string>>();

  constructor(
    text: string,
    readonly program: SyntaxNode,
    /** Whether the file may contain types. */
    readonly isTypeScript: boolean,
  ) {
    this.edited = new EditedText(text);
    this.imported = new Map(children(program, "body").flatMap(importsOf));
    walk(program, (node, above) => {
      const name = nameOf(child(node, "id"));
      const value = unwrapped(child(node, "init"));
      if (node.type === "VariableDeclarator" && name !== undefined && value !== undefined)
        this.constants.set(name, value);
      const used = nameOf(node);
      const isProperty = child(above.at(-1), "property") === node && above.at(-1)?.computed !== true;
      if (used !== undefined && !isProperty) this.names.add(used);
    });
  }

  /** The object literal of an expression, also through a constant of the file. */
  readonly objectOf = (node: SyntaxNode | undefined): SyntaxNode | undefined => {
    const inner = unwrapped(node);
    if (inner?.type === "ObjectExpression") return inner;
    const value = this.constantOf(inner);
    return value?.type === "ObjectExpression" ? value : undefined;
  };

  constantOf(node: SyntaxNode | undefined): SyntaxNode | undefined {
    return this.constants.get(nameOf(node) ?? "");
  }

  /** The text of a node, including its changes. */
  readonly textOf = (node: SyntaxNode): string => this.edited.textOf(node);

  readonly todo = (node: SyntaxNode, text: string): void => {
    this.found.push({ node, text, isNote: false });
  };

  readonly note = (node: SyntaxNode, text: string): void => {
    this.found.push({ node, text, isNote: true });
  };

  /** The module and the path of an imported name: `cognito.UserPool` is `UserPool` of `aws-cdk-lib/aws-cognito`. */
  importOf(
    node: SyntaxNode | undefined,
  ): { readonly from: string; readonly path: readonly string[] } | undefined {
    const name = nameOf(node);
    if (name !== undefined) {
      const found = this.imported.get(name);
      return found && { from: found.from, path: found.name === "*" ? [] : [found.name] };
    }
    const [owner, property] =
      node?.type === "MemberExpression" && node.computed !== true
        ? [child(node, "object"), nameOf(child(node, "property"))]
        : node?.type === "TSQualifiedName"
          ? [child(node, "left"), nameOf(child(node, "right"))]
          : [];
    const outer = owner && this.importOf(owner);
    return outer && property !== undefined ? { ...outer, path: [...outer.path, property] } : undefined;
  }

  uniqueId(base: string): string {
    const count = (this.ids.get(base) ?? 0) + 1;
    this.ids.set(base, count);
    return `${base}${count}`;
  }

  /** Whether a key was already added to an object. */
  isAdded(literal: SyntaxNode, key: string): boolean {
    const keys = this.added.get(literal) ?? new Set();
    const isKnown = keys.has(key);
    this.added.set(literal, keys.add(key));
    return isKnown;
  }

  /** Imports a name, and returns its name in the file. */
  need(name: string, from: string): string {
    const names = this.needed.get(from) ?? new Map<string, string>();
    this.needed.set(from, names);
    const present = names.get(name);
    if (present !== undefined) return present;
    const own = this.imported.get(name);
    const isTaken = this.names.has(name) && (own === undefined || !isReplaced(own.from));
    const local = isTaken ? `Serverform${name}` : name;
    names.set(name, local);
    return local;
  }

  report(findings: Findings, file: string, offset: (changed: number) => number, text: string): void {
    for (const { node, text: finding, isNote } of this.found) {
      const line = lineAt(text, offset(this.edited.offset(node.start)));
      if (isNote) findings.note({ file, line }, finding);
      else findings.todo({ file, line }, finding);
    }
  }
}

/** Packages of SST and AWS CDK. Their imports are removed if the library or the provider has the name. */
export const isCdkPackage = (name: string): boolean => /^(aws-cdk-lib|@aws-cdk)(\/|$)/.test(name);

const isReplaced = (name: string): boolean => isCdkPackage(name) || /^(@serverless-stack|sst)\//.test(name);

export function importsOf(node: SyntaxNode): readonly (readonly [string, ImportedAs])[] {
  const from = stringOf(child(node, "source"));
  if (node.type !== "ImportDeclaration" || from === undefined) return [];
  return children(node, "specifiers").flatMap((each) => {
    const local = nameOf(child(each, "local"));
    const imported = child(each, "imported");
    if (local === undefined) return [];
    if (each.type === "ImportNamespaceSpecifier") return [[local, { from, name: "*" }] as const];
    if (each.type === "ImportDefaultSpecifier") return [[local, { from, name: "default" }] as const];
    return [[local, { from, name: nameOf(imported) ?? textField(imported, "value") ?? local }] as const];
  });
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text with replaced parts. Offsets are those of the original text. */
export class EditedText {
  private edits: Edit[] = [];

  constructor(readonly original: string) {}

  /** Replaces a part. Earlier changes within it are lost, unless the new text contains them from `textOf`. */
  replace({ start, end }: Range, text: string): void {
    this.edits = this.edits.filter((edit) => edit.start < start || edit.end > end);
    this.edits.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text });
  }

  /** A part, including its changes. */
  textOf({ start, end }: Range): string {
    let text = "";
    let at = start;
    for (const edit of this.ordered()) {
      if (edit.start < at || edit.end > end || edit.start > end) continue;
      text += this.original.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.original.slice(at, end);
  }

  get text(): string {
    return this.textOf({ start: 0, end: this.original.length });
  }

  /** The position in the changed text. */
  offset(original: number): number {
    let shift = 0;
    for (const { start, end, text } of this.ordered()) {
      if (start >= original) break;
      if (end > original) return start + shift;
      shift += text.length - (end - start);
    }
    return original + shift;
  }

  private ordered(): readonly Edit[] {
    return [...this.edits].sort((one, other) => one.start - other.start || one.end - other.end);
  }
}

/** The line of an offset, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The white space before the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** A range extended to whole lines, including their ends; undefined if the lines contain other code. */
export function wholeLines(text: string, { start, end }: Range): Range | undefined {
  const indent = /(?<=\n)[^\S\n]*$/.exec(text.slice(0, start))?.[0];
  const rest = /^[^\S\n]*\n/.exec(text.slice(end))?.[0];
  if (indent === undefined || rest === undefined) return undefined;
  return { start: start - indent.length, end: end + rest.length };
}

/** Removes a statement with its line, if the line contains nothing else, and one empty line after it. */
export function removeLine(edited: EditedText, statement: Range): void {
  const { original } = edited;
  const lines = wholeLines(original, statement);
  if (lines === undefined) edited.replace(statement, "");
  else edited.replace({ start: lines.start, end: lines.end + (original[lines.end] === "\n" ? 1 : 0) }, "");
}

/** The code for a part of AWS CDK. Undefined for a part that the user must write. */
export type CdkRule = (
  file: SstStackFile,
  node: SyntaxNode,
  /** The name of the stack. */
  scope: string,
  above: readonly SyntaxNode[],
) => string | undefined;

/** The constant or the property to which an expression is assigned, with its statement. */
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

/** The name of a part of AWS CDK: `aws-cognito.UserPool`, for every form of import. */
export function cdkName(from: string, path: readonly string[]): string {
  const module = from.replace(/^(aws-cdk-lib|@aws-cdk)\/?/, "").replace(/^core$|-alpha$/, "");
  const [first = "", ...rest] = path;
  const isModule = module === "" && /^aws_[a-z0-9]+$/.test(first);
  return (isModule ? [first.replace("_", "-"), ...rest] : [module, ...path])
    .filter((each) => each !== "")
    .join(".");
}

export function classOf(file: SstStackFile, node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "NewExpression") return undefined;
  const imported = file.importOf(child(node, "callee"));
  return imported && isCdkPackage(imported.from) ? cdkName(imported.from, imported.path) : undefined;
}
