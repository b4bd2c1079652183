import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { contractType } from "../../lib/cli/types/route-types";
import { SchemaTypes } from "../../lib/cli/types/schema-types";
import { columns, median, print, printTarget } from "./figures";

const root = resolve(__dirname, "../..");
const sizes = [100, 200, 400] as const;
const targetSeconds = 2;

const text = { type: "string" };
const objectOf = (properties: Readonly<Record<string, object>>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

/** Measures how long the compiler takes for a page that calls each route of an API through the typed client. */
export function benchTypes(base: string, rounds: number): void {
  print("\nType check of a page that calls each route through serverform/client");
  const measured = sizes.map((routes) => {
    const folder = join(base, `types-${routes}`);
    writePage(folder, routes);
    const runs = Array.from({ length: rounds }, () => check(folder));
    const seconds = median(runs.map((run) => run.seconds));
    return { routes, seconds, instantiations: runs[0]?.instantiations ?? 0 };
  });
  for (const { routes, seconds, instantiations } of measured)
    print(columns(seconds.toFixed(2), " s  ", String(instantiations), ` instantiations, ${routes} routes`));
  const [small, , large] = measured;
  if (small === undefined || large === undefined) return;
  printTarget("400 routes", large.seconds, targetSeconds, " s");
  const growth = large.instantiations / large.routes / (small.instantiations / small.routes);
  printTarget("instantiations of a route, of 400 beside 100", growth, 1.1, "");
}

function writePage(folder: string, routes: number): void {
  mkdirSync(folder, { recursive: true });
  const indexes = Array.from({ length: routes }, (_, index) => index);
  const schemas = new SchemaTypes();
  const members = indexes.map((index) => {
    const item = objectOf({
      title: text,
      [`size${index}`]: { type: "number" },
      tags: { type: "array", items: text },
    });
    const contract = { body: item, output: item, errors: { 404: objectOf({ message: text }) }, unknown: [] };
    return `"PUT /r${index}/{id}": ${contractType("PUT", `/r${index}/{id}`, contract, schemas)};`;
  });
  const calls = indexes.map(
    (index) =>
      `api("PUT /r${index}/{id}", { path: { id: "1" }, body: { title: "", size${index}: 1, tags: [] } }).then((each) => each.size${index}.toFixed()),`,
  );
  const files = {
    "routes.ts": `import type { ProblemDetails, Query } from "serverform/client";\nexport interface Routes {\n${members.join("\n")}\n}\n`,
    "page.ts": `import { client } from "serverform/client";\nimport type { Routes } from "./routes.js";\nconst api = client<Routes>("/");\nexport const all = Promise.all([\n${calls.join("\n")}\n]);\n`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "es2022",
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["es2023", "dom", "dom.iterable"],
        types: [],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        paths: { "serverform/client": [join(root, "lib/runtime/client.ts")] },
      },
      include: ["*.ts"],
    }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

function check(folder: string): { readonly seconds: number; readonly instantiations: number } {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--extendedDiagnostics"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The page does not compile:\n${stdout}`);
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1]);
  return { seconds: figure("Total time"), instantiations: figure("Instantiations") };
}
