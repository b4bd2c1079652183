import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type RuntimeLiteral, runtimes } from "../../facts/aws/runtimes";
import type { Application, FunctionModel } from "../model/application";
import type { Findings } from "../model/place";
import { compact } from "../model/value";

/** Endings of the files of handlers, by the kind of the runtime. Without a runtime, functions have that of Node. */
const handlerEndings: Readonly<Record<string, readonly string[]>> = {
  node: ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"],
  python: ["py"],
};

/** The functions with their source files. Reports handlers, packages and layers that the folder does not have. */
export function withHandlerFiles(application: Application, folder: string, findings: Findings): Application {
  const { functionDefaults, resources, codeFiles = [] } = application;
  const isThere = (path: string): boolean =>
    existsSync(join(folder, path)) ||
    codeFiles.some((file) => file.path === path || file.path.startsWith(`${path}/`));
  const report = (place: FunctionModel["place"], what: string): void =>
    findings.todo(place, `${what} is missing: build it first, or write its path.`);
  for (const { className, from, name, place, props } of resources)
    if (
      className === "Layer" &&
      from === "serverform" &&
      typeof props.code === "string" &&
      !isThere(props.code)
    )
      report(place, `The folder \`${props.code}\` of \`${name}\``);
  const functions = application.functions.map((each): FunctionModel => {
    const all = { ...functionDefaults, ...compact(each.props) };
    const { handler, srcPath = "", runtime = "nodejs22.x", bundle } = all;
    if (typeof handler !== "string" || typeof srcPath !== "string" || typeof runtime !== "string")
      return each;
    // A package that another tool makes is there after its build only.
    if (bundle === false) return each;
    if (srcPath !== "" && !isThere(srcPath)) {
      report(each.place, `The code \`${srcPath}\` of \`${each.name}\``);
      return each;
    }
    const kind = runtimes[runtime as RuntimeLiteral]?.kind ?? "";
    const source = kind === "go" ? goSource(join(folder, srcPath), handler) : undefined;
    if (source !== undefined) return { ...each, props: { ...each.props, handler: source } };
    const files =
      kind === "go"
        ? [handler]
        : (handlerEndings[kind] ?? []).map((ending) => handler.replace(/\.[^./]*$/, `.${ending}`));
    if (files.length > 0 && !files.some((file) => isThere(posix.join(srcPath, file))))
      report(each.place, `The file of the handler \`${posix.join(srcPath, handler)}\``);
    return each;
  });
  return { ...application, functions };
}

/**
 * The package or file behind the binary of a Go handler: the source in the `Makefile`, or else one of the usual names.
 * Undefined if none exists.
 */
function goSource(folder: string, handler: string): string | undefined {
  const makefile = join(folder, "Makefile");
  const text = existsSync(makefile) ? readFileSync(makefile, "utf8") : "";
  const built = [...text.matchAll(/\bgo build\b[^\n]*?-o\s+(\S+)\s+(\S+)/g)].find(
    ([, output = ""]) => posix.normalize(output) === posix.normalize(handler),
  );
  const name = posix.basename(handler);
  const candidates = [built?.[2] ?? "", `${handler}.go`, `cmd/${name}/main.go`, `${name}/main.go`, "main.go"];
  const found = candidates.find((path) => path !== "" && existsSync(join(folder, path)));
  return found === undefined ? undefined : posix.normalize(found);
}
