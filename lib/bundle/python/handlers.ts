import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PythonArtifact } from "../artifact";
import { type BundleFailure, failurePerHandler } from "../failure";
import { isFile } from "../files/list-files";

/**
 * Finds handlers that their file does not define.
 *
 * Reads the text, because running a file has effects. Files that define names in ways that the text does not show are
 * skipped.
 *
 * @param folder - the folder of the sources or of the built package; absolute
 */
export function findUndefinedHandlers(artifact: PythonArtifact, folder: string): readonly BundleFailure[] {
  return failurePerHandler(artifact, "handler-undefined", "handler", (handler) => {
    const dot = handler.lastIndexOf(".");
    const module = handler.slice(0, dot).replaceAll(".", "/");
    const name = handler.slice(dot + 1);
    const file = [`${module}.py`, `${module}/__init__.py`].find((each) => isFile(join(folder, each)));
    // A layer may contain the module.
    if (file === undefined) return undefined;
    const names = namesOf(readFileSync(join(folder, file), "utf8"));
    if (names === undefined || names.all.has(name)) return undefined;
    return { value: handler, name, file: join(artifact.srcPath, file), functions: names.functions };
  });
}

interface ModuleNames {
  readonly all: ReadonlySet<string>;
  readonly functions: readonly string[];
}

/** The names that a module defines when it is loaded; undefined if its text does not show all of them. */
function namesOf(text: string): ModuleNames | undefined {
  const code = withoutTexts(text);
  if (
    /^\s*from\s[^\n]*\simport\s*\*|\b(globals|exec|setattr|vars|__getattr__|__import__)\b|^\s*global\s/m.test(
      code,
    )
  ) {
    return undefined;
  }
  const all = new Set<string>();
  const functions: string[] = [];
  for (const line of linesOfModule(code)) {
    const [, defined] = /^(?:async\s+def|def|class)\s+([^\W\d]\w*)/.exec(line) ?? [];
    if (defined !== undefined) {
      all.add(defined);
      if (!line.startsWith("class")) functions.push(defined);
      continue;
    }
    // Any other name in such a line may be defined by it: `a, b = x`, `import a as b`, `for a in b`, `with a as b`.
    if (/(?<![=!<>])=(?!=)|\bimport\b|\bfor\b|\bas\b|\bdel\b|\bmatch\b|\bcase\b/.test(line)) {
      for (const [name] of line.matchAll(/(?<![\w.])[^\W\d]\w*/g)) all.add(name);
    }
  }
  return { all, functions };
}

/** The statements of a module on one line each, including those in `if` and `try`, without the bodies of functions and classes. */
function linesOfModule(code: string): readonly string[] {
  const lines: string[] = [];
  let bodyIndent: number | undefined;
  let depth = 0;
  for (const line of code.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const continued = depth > 0;
    depth += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
    const text = line.trim();
    if (continued) {
      if (bodyIndent === undefined) lines[lines.length - 1] = `${lines.at(-1) ?? ""} ${text}`;
      continue;
    }
    if (text === "") continue;
    const indent = line.length - line.trimStart().length;
    if (bodyIndent !== undefined && indent > bodyIndent) continue;
    bodyIndent = /^(async\s+def|def|class)\s/.test(text) ? indent : undefined;
    lines.push(text);
  }
  return lines;
}

/** Python without comments and the contents of strings. */
function withoutTexts(text: string): string {
  return text.replace(
    /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|#[^\n]*/g,
    (found) => (found.startsWith("#") ? "" : '""'),
  );
}
