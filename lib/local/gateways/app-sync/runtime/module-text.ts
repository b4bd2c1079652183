import type * as acorn from "acorn";
import { exportedNames, findForbiddenParts } from "../../../../facts/app-sync";

/** Code that cannot run, with all reasons. */
export class InvalidCode extends Error {}

/**
 * Reads a module as the body of a function, which imports through `__import` and returns what the module exports. Lines stay where
 * they are, so that errors name them.
 */
export function readModule(code: string, name: string) {
  const { parse } = require("acorn") as typeof acorn;
  let program: acorn.Program;
  try {
    program = parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true });
  } catch (error) {
    throw new InvalidCode(`${name}: ${(error as Error).message}`);
  }
  const forbidden = findForbiddenParts(program).map(
    ({ line, column, what }) => `${name}:${line}:${column}: ${what}`,
  );
  if (forbidden.length > 0) {
    throw new InvalidCode(`The runtime APPSYNC_JS does not have this:\n  ${forbidden.join("\n  ")}`);
  }
  let text = code;
  // From the end, so that earlier positions stay right.
  for (const node of [...program.body].reverse()) {
    const replacement = replacementOf(node, code);
    if (replacement === undefined) continue;
    const { start, end, text: written } = replacement;
    const lost = code.slice(start, end).split("\n").length - written.split("\n").length;
    text = `${text.slice(0, start)}${written}${"\n".repeat(Math.max(0, lost))}${text.slice(end)}`;
  }
  const locals = localNames(program);
  const exported = exportedNames(program);
  const members = exported.map((each) => `${JSON.stringify(each)}: ${locals.get(each) ?? each}`);
  return { body: `"use strict"; ${text}\n;return { ${members.join(", ")} };`, exported };
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function replacementOf(node: acorn.Program["body"][number], code: string): Replacement | undefined {
  const { start, end } = node;
  if (node.type === "ImportDeclaration") {
    const source = `__import(${JSON.stringify(node.source.value)})`;
    const statements = node.specifiers.map((each) => {
      if (each.type === "ImportNamespaceSpecifier") return `const ${each.local.name} = ${source};`;
      if (each.type === "ImportDefaultSpecifier") return `const ${each.local.name} = ${source}.default;`;
      const imported = "name" in each.imported ? each.imported.name : String(each.imported.value);
      return `const ${each.local.name} = ${source}[${JSON.stringify(imported)}];`;
    });
    return { start, end, text: statements.join(" ") };
  }
  if (node.type === "ExportDefaultDeclaration") {
    const { declaration } = node;
    return { start, end: declaration.start, text: "const __default = " };
  }
  if (node.type !== "ExportNamedDeclaration") return undefined;
  const { declaration } = node;
  if (declaration === null || declaration === undefined) return { start, end, text: "" };
  return { start, end: declaration.start, text: " ".repeat(code.slice(start, declaration.start).length) };
}

/** The local names of `export { local as exported }`. */
function localNames({ body }: acorn.Program): ReadonlyMap<string, string> {
  const names = body.flatMap((node) =>
    node.type === "ExportNamedDeclaration"
      ? node.specifiers.flatMap(({ local, exported }) =>
          "name" in local && "name" in exported ? [[exported.name, local.name] as const] : [],
        )
      : [],
  );
  return new Map(names);
}
