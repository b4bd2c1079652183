import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { functionModules } from "../../facts/errors/foreign-packages";
import { ownValue } from "../../facts/errors/own-value";
import type { Findings } from "../model/place";
import { renamedExports } from "./construct-rules";
import { EditedText, lineAt } from "./stack-source";
import { child, children, nameOf, type SyntaxNode, stringOf, textField, walk } from "./syntax";

/** A file whose imports of SST's clients change. */
export interface ChangedHandler {
  /** Relative to the folder of the app. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly line: number; readonly from: string; readonly to: string }[];
  /** Imports without a counterpart. */
  readonly missing: readonly { readonly line: number; readonly text: string }[];
}

const skipped = new Set([
  "node_modules",
  "dist",
  "build",
  "cdktf.out",
  "out",
  "serverform-stacks",
  "coverage",
]);
const code = /\.[cm]?[jt]sx?$/;

/** The package of SST's clients, and the module in it. */
const clientModule = /^(?:@serverless-stack\/node|sst\/node)\/(.+)$/;

const modules: ReadonlySet<string> = new Set(functionModules);

/** Names that are missing in those modules, by module. */
const missingNames: Readonly<Record<string, ReadonlySet<string>>> = {
  site: new Set(["NextjsSite", "RemixSite", "SvelteKitSite", "AstroSite", "SolidStartSite", "Site"]),
};

/** The files that import SST's clients, stacks aside. */
export function handlersOf(
  folder: string,
  stacks: ReadonlySet<string>,
  parse: (text: string, file: string) => SyntaxNode | undefined,
): readonly ChangedHandler[] {
  const found: ChangedHandler[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith(".")) visit(inner);
      else if (entry.isFile() && code.test(entry.name) && !stacks.has(inner)) {
        const text = readFileSync(join(folder, inner), "utf8");
        const program = /(@serverless-stack|sst)\/node\//.test(text) ? parse(text, inner) : undefined;
        const changed = program && changedHandler(inner, text, program);
        if (changed !== undefined) found.push(changed);
      }
    }
  };
  visit("");
  return found;
}

function changedHandler(path: string, text: string, program: SyntaxNode): ChangedHandler | undefined {
  const edited = new EditedText(text);
  const imports: { line: number; from: string; to: string }[] = [];
  const missing: { line: number; text: string }[] = [];
  walk(program, (node, above) => {
    const from = stringOf(node);
    const [, module = ""] = clientModule.exec(from ?? "") ?? [];
    const owner = above.at(-1);
    if (from === undefined || module === "" || owner === undefined || !isImport(node, owner)) return;
    const line = lineAt(text, node.start);
    const names = namesOf(owner).filter(({ name }) => ownValue(missingNames, module)?.has(name) === true);
    if (!modules.has(module) || names.length > 0) {
      const what = names.map(({ name }) => `\`${name}\` of `).join("");
      missing.push({ line, text: `${what}\`${from}\` has no counterpart.` });
      if (!modules.has(module)) return;
    }
    const to = `serverform/node/${module}`;
    const quote = text.charAt(node.start);
    edited.replace(node, `${quote}${to}${quote}`);
    for (const { name, node: specifier } of namesOf(owner)) {
      const renamed = ownValue(renamedExports, name);
      const local = nameOf(child(specifier, "local")) ?? name;
      if (renamed !== undefined && names.length === 0) edited.replace(specifier, `${renamed} as ${local}`);
    }
    imports.push({ line, from, to });
  });
  return imports.length + missing.length === 0 ? undefined : { path, text: edited.text, imports, missing };
}

/** Whether a text is what an import, an export, `require` or `import()` names. */
function isImport(node: SyntaxNode, owner: SyntaxNode): boolean {
  if (child(owner, "source") === node) return true;
  if (/^TSExternalModuleReference$|^TSModuleDeclaration$/.test(owner.type)) return true;
  const callee = child(owner, "callee");
  const isLoader =
    callee?.type === "Import" ||
    nameOf(callee) === "require" ||
    /mock$/i.test(nameOf(child(callee, "property")) ?? "");
  return owner.type === "CallExpression" && isLoader && children(owner, "arguments")[0] === node;
}

/** The names that an import takes from its module. */
const namesOf = (owner: SyntaxNode): readonly { readonly name: string; readonly node: SyntaxNode }[] =>
  owner.type !== "ImportDeclaration"
    ? []
    : children(owner, "specifiers").flatMap((node) => {
        const name = nameOf(child(node, "imported")) ?? textField(child(node, "imported"), "value");
        return name === undefined ? [] : [{ name, node }];
      });

/** Commands of SST, and those of this library. */
const commands: Readonly<Record<string, string>> = {
  bind: "serverform bind --",
  build: "serverform build",
  console: "serverform local",
  deploy: "serverform deploy",
  dev: "serverform local",
  diff: "serverform diff",
  env: "serverform env --",
  "load-config": "serverform bind",
  remove: "serverform remove",
  secrets: "serverform secrets",
  start: "serverform start",
};

/** Reports the scripts of `package.json` that call SST. */
export function packageFindings(folder: string, findings: Findings): void {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  for (const { index, 1: name = "", 2: command = "" } of text.matchAll(
    /"([^"]+)"\s*:\s*"(?:[^"]*&&\s*)?(?:npx )?sst ([a-z-]+)/g,
  )) {
    const here = ownValue(commands, command);
    if (here !== undefined)
      findings.note(
        { file: "package.json", line: lineAt(text, index) },
        `The script \`${name}\` calls \`sst ${command}\`: write \`${here}\`.`,
      );
  }
}
