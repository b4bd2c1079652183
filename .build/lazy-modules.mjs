// Makes the compiled library load each module when it is first needed.
//
// Provider modules are most of the time that loading takes, and an application uses few of them; the same holds for the parts behind
// the index of the package, of a house and of a room. tsc has no lazy modules, swc has: files with such imports are compiled again by swc.
// The others stay as tsc writes them, because its code is shorter. That matters for lib/runtime, which goes into every
// deployed function: with swc a minified bundle is 5% larger.
//
// Measured against moving the `require` calls of tsc's output by regular expressions, as an earlier script did (41
// alternating rounds): the same modules are loaded, `require("serverform")` takes 1.00 times as long, an app with an Api 0.97 to 1.02.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

const lib = fileURLToPath(new URL("../lib", import.meta.url));
const dist = process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url));
/** The statements of an index that only names the parts of others. */
const entryStatements = /^(?:export [^;]*? from "[^"]+";|\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm;

let count = 0;

for (const file of readdirSync(lib, { recursive: true })) {
  if (!file.endsWith(".ts")) continue;
  const source = readFileSync(join(lib, file), "utf8");
  const lazy = lazyImports(file, source);
  if (lazy.length === 0) continue;
  writeFileSync(join(dist, file.replace(/\.ts$/, ".js")), compile(file, source, lazy));
  count += 1;
}

if (count === 0) throw new Error("No file of lib has imports to make lazy.");

/** The specifiers of modules that a file loads at their first use, and not when it is loaded itself. */
function lazyImports(file, source) {
  const statements = source.matchAll(/^(?:import|export) (?!type )[^;]*? from "([^"]+)"/gm);
  const specifiers = [...statements].map(([, specifier]) => specifier);
  const isIndex = basename(file) === "index.ts";
  const isEntry = file === "index.ts" || (isIndex && source.replace(entryStatements, "").trim() === "");
  return specifiers.filter(
    (specifier) =>
      isEntry ||
      specifier.startsWith("@cdktf/provider-") ||
      // With kept bundles, a synthesis needs neither.
      (/^bundle[\\/]/.test(file) && ["esbuild", "fflate"].includes(specifier)),
  );
}

function compile(file, source, lazy) {
  const { code } = transformSync(source, {
    filename: file,
    configFile: false,
    swcrc: false,
    jsc: {
      parser: { syntax: "typescript", decorators: true },
      transform: { legacyDecorator: true },
      target: "es2022",
    },
    module: {
      type: "commonjs",
      lazy,
      // Lists the exports in a form that Node finds for `import { Api } from "serverform"`.
      exportInteropAnnotation: true,
      // As tsc does it: a require() in place of an import() could not load ES modules.
      ignoreDynamic: true,
    },
  });
  return code;
}
