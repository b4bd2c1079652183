import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildSync } from "esbuild";

const root = resolve(__dirname, "../..");

/** Packages that the generated applications import, and the library as it is published. */
const packages = [
  "serverform",
  "cdktf",
  "constructs",
  "esbuild",
  "zod",
  "fastest-levenshtein",
  "@cdktf/provider-aws",
  "@cdktf/provider-archive",
];

/** The code of the handlers: `heavy` has a large package, of which esbuild needs most of the time; `light` a small one. */
export type Workload = "heavy" | "light";

interface Sources {
  readonly sharedModule: string;
  readonly handler: (index: number) => string;
}

const workloads = {
  heavy: {
    sharedModule: `import { z } from "zod";

export const table = process.env.TABLE_NAME;

export const Note = z.object({
  id: z.uuid(),
  text: z.string().min(1).max(2000),
  tags: z.array(z.string()).default([]),
  createdAt: z.iso.datetime(),
});
`,
    handler: (index) => `import { Note, table } from "../shared/note";

export const handler = async (event: { body?: string }) => {
  const note = Note.parse(JSON.parse(event.body ?? "{}"));
  return { statusCode: 200, body: JSON.stringify({ route: ${index}, table, note }) };
};
`,
  },
  light: {
    sharedModule: readFileSync(join(__dirname, "light-module.ts"), "utf8"),
    handler: (index) => `import { answer, pageOf, parseNote, search, table } from "../shared/note";

export const handler = (event: { body?: string; queryStringParameters?: { words?: string } }) =>
  answer(() => {
    const note = parseNote(event);
    const found = search([note], event.queryStringParameters?.words ?? "");
    return { route: ${index}, table, ...pageOf(found, event) };
  });
`,
  },
} satisfies Record<Workload, Sources>;

/** Writes an application: a handler file per route, each with the same shared module and the library behind it. */
export function writeProject(folder: string, routes: number, workload: Workload = "heavy"): void {
  const { sharedModule, handler }: Sources = workloads[workload];
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write("package.json", '{ "name": "bench" }\n');
  write("cdktf.json", '{ "language": "typescript", "app": "node app.js" }\n');
  write("shared/note.ts", sharedModule);
  for (let index = 0; index < routes; index++) write(`functions/route${index}.ts`, handler(index));
  linkPackages(folder);
}

/** Changes what one of the handlers answers. */
export function editHandler(folder: string): void {
  const file = join(folder, "functions/route0.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/\broute: (\d+)/, (_, number) => `route: ${Number(number) + 1}`),
  );
}

function linkPackages(folder: string): void {
  for (const name of packages) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === "serverform" ? root : join(root, "node_modules", name), link);
  }
}

/** Compiles the programs that are measured: plain Node runs them, as it would run a published package. */
export function compilePrograms(folder: string, names: readonly string[]): void {
  buildSync({
    entryPoints: names.map((name) => join(__dirname, "apps", `${name}.ts`)),
    outdir: folder,
    bundle: true,
    packages: "external",
    // The apps import the library by its name, but the compiler's settings lead that name to its sources.
    tsconfigRaw: {},
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
}
