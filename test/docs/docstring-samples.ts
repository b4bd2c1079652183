import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { filesBelow } from "../support/kept-build";

const root = resolve(__dirname, "../..");
const docstringsFolder = "test/docs/docstrings";

/** A module that samples import from, with the names that it exports. */
interface Source {
  readonly specifier: string;
  readonly names: readonly string[];
}

/** The `@example` of a comment. */
interface Sample {
  readonly file: string;
  readonly code: string;
}

/**
 * The examples in the comments of the library, as modules that the type check compiles: `npm run docs` writes them.
 *
 * A sample uses only public modules, which its reader can import. `names.ts` declares the other names in it.
 */
export function docstringFiles(): Readonly<Record<string, string>> {
  const samples = sourceFiles().flatMap(samplesOf);
  const ofFunctions = ({ file }: Sample) => /^lib\/runtime\//.test(file);
  return {
    [`${docstringsFolder}/written/stacks.ts`]: moduleOf(
      samples.filter((each) => !ofFunctions(each)),
      ["index", "model/policy/index", "testing/index"].map(publicModule),
    ),
    [`${docstringsFolder}/written/functions.ts`]: moduleOf(samples.filter(ofFunctions), [
      publicModule("runtime/client"),
      ...sourceFiles()
        .filter((file) => /^lib\/runtime\/node\/[\w-]+\.ts$/.test(file))
        .map((file) => publicModule(file.slice("lib/".length, -".ts".length))),
    ]),
  };
}

const sourceFiles = (): readonly string[] =>
  filesBelow("lib", /\.ts$/)
    .filter((file) => !file.includes("/templates/"))
    .sort();

const specifiers: Readonly<Record<string, string>> = {
  index: "serverform",
  "model/policy/index": "serverform/policy",
  "testing/index": "serverform/testing",
};

function publicModule(path: string): Source {
  const text = readFileSync(join(root, "lib", `${path}.ts`), "utf8");
  const declared = [
    ...text.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm),
  ];
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, , list = ""]) =>
    list.split(",").map((each) => each.trim().split(" ").at(-1) ?? ""),
  );
  return {
    specifier: specifiers[path] ?? path.replace("runtime/", "serverform/"),
    names: [...declared.map(([, name = ""]) => name), ...lists].filter((name) => name !== ""),
  };
}

function samplesOf(file: string): readonly Sample[] {
  const comments = readFileSync(join(root, file), "utf8").matchAll(/^ *\/\*\*[\s\S]*?\*\//gm);
  return [...comments].flatMap(([comment]) => {
    const [, lines] = /@example\n([\s\S]*?)(?=\n *\* @|\n *\*\/)/.exec(comment) ?? [];
    return lines === undefined ? [] : [{ file, code: lines.replace(/^ *\* ?/gm, "") }];
  });
}

const isDeclaration = ({ code }: Sample): boolean => code.startsWith("declare module");

function moduleOf(samples: readonly Sample[], sources: readonly Source[]): string {
  const surroundings = publicNames(join(docstringsFolder, "names.ts"));
  const used = new Set(samples.filter((each) => !isDeclaration(each)).flatMap(({ code }) => namesIn(code)));
  const imports = [...sources, { specifier: "../names", names: surroundings }].flatMap(
    ({ specifier, names }) => {
      const wanted = [...new Set(names)].filter((name) => used.has(name)).sort();
      return wanted.length === 0 ? [] : `import { ${wanted.join(", ")} } from "${specifier}";`;
    },
  );
  const declarations = samples.filter(isDeclaration).map(({ file, code }) => `// ${file}\n${code}\n`);
  const functions = samples.filter((each) => !isDeclaration(each)).map(functionOf);
  return [
    "// Written by `npm run docs` from the examples in the comments of lib.",
    ...imports,
    "",
    ...declarations,
    "export const samples = [",
    ...functions,
    "];",
    "",
  ].join("\n");
}

/** A sample as the body of a function. Each declared name is used, because the type check rejects unused ones. */
function functionOf({ file, code }: Sample): string {
  const declared = declaredIn(code);
  const body = code.replace(/^export (default )?/gm, "");
  return `// ${file}\nasync () => {\n${body}\n${declared.map((each) => `void (${each});`).join("\n")}\n},`;
}

function publicNames(path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/^export (?:declare (?:const|class|function)|interface|\{) ?(\w+)/gm)].map(
    ([, name = ""]) => name,
  );
}

/** The names that a sample uses; those of members and keys are not among them. */
function namesIn(code: string): readonly string[] {
  const withoutTexts = code.replace(/"[^"\n]*"/g, '""').replace(/\/\/.*$/gm, "");
  const names = withoutTexts.matchAll(/(?<![.\w$])(?:\.{3})?([A-Za-z_$][\w$]*)(?!\w|\s*:)/g);
  return [...names].map(([, name = ""]) => name).filter((name) => !declaredIn(code).includes(name));
}

/** The constants that a sample declares, as their patterns. */
const declaredIn = (code: string): readonly string[] =>
  [...code.matchAll(/^(?:export )?const (\w+|\{[^}]*\})/gm)].map(([, pattern = ""]) => pattern);
