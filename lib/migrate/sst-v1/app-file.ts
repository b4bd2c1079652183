import { existsSync } from "node:fs";
import { join } from "node:path";
import { writtenText } from "../../facts/text/written-text";
import { fail } from "../errors";
import type { Findings } from "../model/place";
import { appName } from "../write/project-files";
import { lineAt } from "./stack-source";
import {
  child,
  children,
  nameOf,
  objectMembersOf,
  parseModule,
  type SyntaxNode,
  textField,
  unwrapped,
} from "./syntax";

/** The entry of the app for a module that receives the app: the default export of `stacks/index.ts`. */
export function appFile({ props }: AppConfig, main: string, isAsync: boolean): string {
  const end = isAsync ? ["await main(app);", "app.synth();"] : ["main(app);", "app.synth();"];
  return [
    'import { App } from "serverform";',
    `import main from "${main}";`,
    "",
    newApp(props),
    ...end,
    "",
  ].join("\n");
}

const newApp = (props: AppConfig["props"], name = "app"): string =>
  `const ${name} = new App({ ${Object.entries(props)
    .map(([key, text]) => `${key}: ${text}`)
    .join(", ")} });`;

/** The entry of the app from the changed text of `sst.config.ts`: its imports, and the statements of `stacks`. */
export function appFileOfConfig({ props, file }: AppConfig, text: string): string {
  const program = parseModule(text, file);
  const body = children(program, "body");
  const config = configObject(program);
  const member = children(config, "properties").find((each) => nameOf(child(each, "key")) === "stacks");
  const stacks = member?.type === "ObjectProperty" ? child(member, "value") : member;
  const app = nameOf(children(stacks, "params")[0]) ?? "app";
  const before = body
    .filter((each) => each.type !== "ExportDefaultDeclaration" && !isConfigImport(each))
    .map((each) => text.slice(each.start, each.end));
  const statements = children(child(stacks, "body"), "body").map((each) =>
    dedented(text.slice(each.start, each.end)),
  );
  return [
    'import { App } from "serverform";',
    ...before,
    "",
    newApp(props, app),
    ...statements,
    `${app}.synth();`,
    "",
  ].join("\n");
}

const isConfigImport = (node: SyntaxNode): boolean =>
  node.type === "ImportDeclaration" &&
  /^["']sst(\/config)?["']$/.test(`"${String(child(node, "source")?.value)}"`);

const dedented = (text: string): string => text.replace(/\n {4}/g, "\n");

export interface AppConfig {
  readonly file: string;
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
  /** The module whose default export creates the stacks. */
  readonly main: string;
}

const configFiles = [
  "sst.json",
  "sst.config.ts",
  "sst.config.mts",
  "sst.config.js",
  "sst.config.mjs",
] as const;

/** Reads `sst.json` of version 1, or `sst.config.ts` of version 2. */
export function readAppConfig(folder: string, findings: Findings): AppConfig {
  const file = configFiles.find((each) => existsSync(join(folder, each)));
  if (file === undefined)
    return fail("serverform migrate", "migrate-source-missing", "<folder>", {
      value: folder,
      names: ["sst.json", "sst.config.ts"],
    });
  const text = writtenText(join(folder, file));
  return file === "sst.json" ? fromJson(folder, file, text, findings) : fromModule(file, text, findings);
}

/** Keys of `sst.json` that need no counterpart. */
const unneeded = new Set([
  "type",
  "lint",
  "typeCheck",
  "esbuildConfig",
  "$schema",
  "main",
  "name",
  "region",
  "stage",
  "ssmPrefix",
]);

/** The file may contain comments, so it is parsed as a JavaScript object. */
function fromJson(folder: string, file: string, text: string, findings: Findings): AppConfig {
  const head = "(";
  const [statement] = children(parseModule(`${head}${text.trim()})`, file), "body");
  const members = objectMembersOf(unwrapped(child(statement, "expression")));
  const value = (key: string): string | undefined =>
    textField(members.find((each) => each.key === key)?.value, "value");
  for (const { key, node } of members)
    if (!unneeded.has(key))
      findings.todo({ file, line: lineAt(text, node.start - head.length) }, `\`${key}\` was not translated.`);
  const name = value("name") ?? "my-app";
  const stage = value("stage");
  const props = {
    ...literals({ name: appName(name), region: value("region"), ssmPrefix: value("ssmPrefix") }),
    ...(stage === undefined ? {} : { stage: `process.env.SERVERFORM_STAGE ?? ${JSON.stringify(stage)}` }),
  };
  return { file, name, props, main: mainOf(folder, file, value("main")) };
}

/** Before version 1.0, the entry was `lib/index.js`. */
function mainOf(folder: string, file: string, given: string | undefined): string {
  const candidates = [
    ...(given === undefined ? [] : [given]),
    ...["stacks", "lib"].flatMap((each) => [`${each}/index.ts`, `${each}/index.js`]),
  ];
  const found = candidates.find((each) => existsSync(join(folder, each)));
  if (found !== undefined) return found.replace(/^\.\//, "");
  return fail("serverform migrate", "migrate-source-missing", file, {
    value: given ?? file,
    names: candidates,
  });
}

const literals = (values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, JSON.stringify(value)]],
    ),
  );

/** `config()` of the default export returns the props. */
function fromModule(file: string, text: string, findings: Findings): AppConfig {
  const config = configObject(parseModule(text, file));
  const member = children(config, "properties").find((each) => nameOf(child(each, "key")) === "config");
  const returned = returnedObject(member?.type === "ObjectProperty" ? child(member, "value") : member);
  const props: Record<string, string> = {};
  let name = "my-app";
  for (const { key, value, node } of objectMembersOf(returned)) {
    const isLiteral = value.type === "StringLiteral";
    if (key === "name" && isLiteral) name = textField(value, "value") ?? name;
    if (["name", "region", "ssmPrefix", "stage"].includes(key) && (isLiteral || !usesInput(text, value)))
      props[key] = text.slice(value.start, value.end);
    else if (key === "profile")
      findings.note(
        { file, line: lineAt(text, node.start) },
        "`profile`: set `AWS_PROFILE`, or use `--profile`.",
      );
    else
      findings.todo(
        { file, line: lineAt(text, node.start) },
        `\`${key}\` was not translated: write it in the props of \`App\`.`,
      );
  }
  return { file, name, props, main: file };
}

/** Whether an expression uses the input of `config`, which the app does not have. */
const usesInput = (text: string, node: SyntaxNode): boolean =>
  /\b_?input\b/.test(text.slice(node.start, node.end));

/** The object of `export default`. */
function configObject(program: SyntaxNode): SyntaxNode | undefined {
  const exported = children(program, "body").find(({ type }) => type === "ExportDefaultDeclaration");
  return unwrapped(child(exported, "declaration"));
}

function returnedObject(fn: SyntaxNode | undefined): SyntaxNode | undefined {
  const body = unwrapped(child(fn, "body"));
  if (body?.type === "ObjectExpression") return body;
  const statement = children(body, "body").find(({ type }) => type === "ReturnStatement");
  return unwrapped(child(statement, "argument"));
}
