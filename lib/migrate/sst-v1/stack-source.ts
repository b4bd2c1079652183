import type { Findings } from "../model/place";
import { EditedText, lineAt } from "./edited-text";
import type { ChangedFile } from "./prop-changes";
import { child, children, nameOf, type SyntaxNode, stringOf, textField, unwrapped, walk } from "./syntax";

/** A name that a file imports. */
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

/** A file of stacks, with its changes. */
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
    /** Whether types can be written. */
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

  /** The object literal that an expression is, also by the name of a constant of the file. */
  readonly objectOf = (node: SyntaxNode | undefined): SyntaxNode | undefined => {
    const inner = unwrapped(node);
    if (inner?.type === "ObjectExpression") return inner;
    const value = this.constantOf(inner);
    return value?.type === "ObjectExpression" ? value : undefined;
  };

  /** The value of a constant of the file. */
  constantOf(node: SyntaxNode | undefined): SyntaxNode | undefined {
    return this.constants.get(nameOf(node) ?? "");
  }

  /** The text of a node, with the changes within it. */
  readonly textOf = (node: SyntaxNode): string => this.edited.textOf(node);

  readonly todo = (node: SyntaxNode, text: string): void => {
    this.found.push({ node, text, isNote: false });
  };

  readonly note = (node: SyntaxNode, text: string): void => {
    this.found.push({ node, text, isNote: true });
  };

  /** The module and the path of a name that was imported: `cognito.UserPool` is `UserPool` of `aws-cdk-lib/aws-cognito`. */
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

  /** An id for a construct that the changed code adds. */
  uniqueId(base: string): string {
    const count = (this.ids.get(base) ?? 0) + 1;
    this.ids.set(base, count);
    return `${base}${count}`;
  }

  /** Whether a key was added to an object before. */
  isAdded(literal: SyntaxNode, key: string): boolean {
    const keys = this.added.get(literal) ?? new Set();
    const isKnown = keys.has(key);
    this.added.set(literal, keys.add(key));
    return isKnown;
  }

  /** Imports a name, and returns the name that it has in the file. */
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

  /** Reports the findings at the lines of the changed text. */
  report(findings: Findings, file: string, offset: (changed: number) => number, text: string): void {
    for (const { node, text: finding, isNote } of this.found) {
      const line = lineAt(text, offset(this.edited.offset(node.start)));
      if (isNote) findings.note({ file, line }, finding);
      else findings.todo({ file, line }, finding);
    }
  }
}

/** Packages of SST and of AWS CDK, whose imports go where the library or the provider has the name. */
export const isCdkPackage = (name: string): boolean => /^(aws-cdk-lib|@aws-cdk)(\/|$)/.test(name);

const isReplaced = (name: string): boolean => isCdkPackage(name) || /^(@serverless-stack|sst)\//.test(name);

/** The names that an import declaration declares. */
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
