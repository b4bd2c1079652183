// Makes the compiled library load what it needs when it first needs it.
//
// The compiler writes `const lambda_alias_1 = require("...")` at the top of a file and `lambda_alias_1.LambdaAlias` where
// it is used. Provider modules are most of the time that loading takes, and an application uses few of them; the same
// holds for the constructs behind the index. Here such a `require` moves to its uses. In the index the names are still
// assigned at the top, where Node finds them for `import { Api } from "serverform"`.
const fs = require("node:fs");
const path = require("node:path");

const dist = path.join(__dirname, "..", "dist");
const files = fs.readdirSync(dist, { recursive: true }).filter((file) => file.endsWith(".js"));
let moved = 0;

for (const relative of files) {
  const file = path.join(dist, relative);
  const compiled = fs.readFileSync(file, "utf8");
  const isIndex = relative === "index.js";
  const calls = new Map();
  const line = /^(?:var|const) (\w+) = (require\("([^"]+)"\));\n/gm;
  const rest = compiled.replace(line, (whole, name, call, module) => {
    if (!isIndex && !module.startsWith("@cdktf/provider-")) return whole;
    calls.set(name, call);
    return "";
  });
  if (calls.size === 0) continue;
  // `(0, x_1.f)()` is how the compiler calls an imported function; the rest reads a member.
  const lazy = rest.replace(/\b(\w+)\.(?=\w)/g, (use, name) =>
    calls.has(name) ? `(${calls.get(name)}).` : use,
  );
  for (const name of calls.keys()) {
    if (new RegExp(`\\b${name}\\b`).test(lazy))
      throw new Error(`${relative}: ${name} is used in an unexpected way`);
  }
  fs.writeFileSync(file, isIndex ? withOwnGetters(lazy) : lazy);
  moved += calls.size;
}

if (moved === 0) throw new Error("nothing to make lazy; has the compiler's output changed?");

// Node takes a getter that it does not know for a reason to doubt the name, unless it is not written as one.
function withOwnGetters(index) {
  const getter =
    /Object\.defineProperty\(exports, ("\w+"), \{ enumerable: true, get: function \(\) \{ (.*?) \} \}\);/g;
  const helper =
    "const define = (name, get) => Object.defineProperty(module.exports, name, { enumerable: true, get });\n";
  return index
    .replace('"use strict";\n', `"use strict";\n${helper}`)
    .replace(getter, "define($1, function () { $2 });");
}
