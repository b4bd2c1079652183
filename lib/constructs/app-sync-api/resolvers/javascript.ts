import type * as acorn from "acorn";
import type { Construct } from "constructs";
import { bundleText } from "../../../bundle";
import { exportedNames, findForbiddenParts, findStatements } from "../../../facts/app-sync";
import { Stack } from "../../../kit/app";
import { escapeTemplate, isPlainObject, quotas, refuseValue, velocityFault } from "../../../kit/core";
import { fail } from "../errors";
import { readProjectFile } from "../project-file";

/** The functions that code of a resolver exports. */
export const resolverHandlers = ["request", "response"] as const;

/** The runtime of all JavaScript that AppSync runs. */
export const javascriptRuntime = { name: "APPSYNC_JS", runtimeVersion: "1.0.0" } as const;

/** The code of a resolver, a step or a namespace, as it is deployed. Refuses code that the runtime refuses. */
export function parseJavascript(
  api: Construct,
  prop: string,
  given: unknown,
  missingIn: (names: readonly string[], program: acorn.Program) => readonly string[],
): string {
  const source = givenText(api, prop, given);
  const text = "inline" in source ? source.inline : readCode(api, source);
  const { appSyncCodeLength: limit } = quotas;
  if (text.length > limit) {
    fail(api, "appsync-mapping-too-long", source.prop, { length: text.length, limit });
  }
  const program = parse(api, source, text);
  const literals = exportedLiterals(program);
  const callable = exportedNames(program).filter((name) => !literals.includes(name));
  const missing = missingIn(callable, program);
  if (missing.length > 0) fail(api, "appsync-code-handlers", source.prop, { missing });
  checkStatements(api, source, program);
  return escapeTemplate(text);
}

/** Refuses statements that AWS would refuse whenever they run, and prints a notice for those that are likely a mistake. */
function checkStatements(api: Construct, source: GivenText, program: acorn.Program): void {
  const { prop } = source;
  const place = nameOf(source);
  const found = findStatements(program).map(({ line, column, text, isRefused }) => ({
    text: `${place}:${line}:${column}: ${text}`,
    isRefused,
  }));
  const errors = found.filter(({ isRefused }) => isRefused).map(({ text }) => text);
  if (errors.length > 0) fail(api, "appsync-statement-refused", prop, { errors });
  for (const { text } of found) Stack.of(api).app.addNotice(`serverform: ${text}`, api);
}

/** The name of a code in errors. */
function nameOf(source: GivenText): string {
  return "file" in source ? source.file : source.prop;
}

/** Names of exports that are texts or numbers, and so nothing that the runtime could call. */
function exportedLiterals({ body }: acorn.Program): readonly string[] {
  return body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration?.type !== "VariableDeclaration") return [];
    return node.declaration.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" && /^(Literal|TemplateLiteral|ArrayExpression)$/.test(init?.type ?? "Literal")
        ? [id.name]
        : [],
    );
  });
}

/** The content of a file, bundled if it is TypeScript or imports other files. */
function readCode(api: Construct, { prop, file }: Extract<GivenText, { readonly file: string }>): string {
  const { absolute, text } = readProjectFile(api, prop, file);
  const isPlain = !/\.[cm]?ts$/.test(file) && !importsFiles(text);
  if (isPlain) return text;
  const { errors, text: bundled } = bundleText(absolute, ["@aws-appsync/utils", "@aws-appsync/utils/*"]);
  if (bundled === undefined) return fail(api, "appsync-code-invalid", prop, { errors });
  return bundled;
}

function importsFiles(text: string): boolean {
  const imports = text.matchAll(/^\s*(?:import\s*|(?:import|export)\b[^;'"(]*\bfrom\s*)["']([^"']+)["']/gm);
  return [...imports].some(([, module = ""]) => !module.startsWith("@aws-appsync/utils"));
}

function parse(api: Construct, source: GivenText, text: string): acorn.Program {
  const { prop } = source;
  const name = nameOf(source);
  const { parse: parseProgram } = require("acorn") as typeof acorn;
  const program = (() => {
    try {
      return parseProgram(text, { ecmaVersion: "latest", sourceType: "module", locations: true });
    } catch (error) {
      const { message, loc } = error as {
        readonly message: string;
        readonly loc?: acorn.Position | undefined;
      };
      const place = loc === undefined ? name : `${name}:${loc.line}:${loc.column + 1}`;
      const errors = [`${place}: ${message.replace(/ \(\d+:\d+\)$/, "")}`];
      return fail(api, "appsync-code-invalid", prop, { errors });
    }
  })();
  const lines = text.split("\n");
  const errors = findForbiddenParts(program).map(({ line, column, what }) => {
    const written = (lines[line - 1] ?? "").trim();
    return `${name}:${line}:${column}: ${what}\n    ${written.slice(0, 100)}`;
  });
  if (errors.length > 0) fail(api, "appsync-code-invalid", prop, { errors });
  return program;
}

/** A text in a file or in the code, with the prop that holds it. */
type GivenText = { readonly prop: string } & ({ readonly file: string } | { readonly inline: string });

/** Refuses values that are neither `{ file }` nor `{ inline }`. */
function givenText(api: Construct, prop: string, given: unknown): GivenText {
  if (isPlainObject(given)) {
    const [key = "", ...others] = Object.keys(given);
    const value = given[key];
    if (others.length === 0 && typeof value === "string" && value !== "") {
      if (key === "file") return { prop: `${prop}.file`, file: value };
      if (key === "inline") return { prop: `${prop}.inline`, inline: value };
    }
  }
  const expected = '{ file: "graphql/notes.js" } or { inline: "..." }';
  return refuseValue(api, prop, given, expected);
}

/** A template in VTL, as it is deployed. */
export function parseTemplate(api: Construct, prop: string, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const source = givenText(api, prop, given);
  const text = "inline" in source ? source.inline : readProjectFile(api, source.prop, source.file).text;
  const { appSyncTemplateLength: limit } = quotas;
  if (text.length > limit) {
    fail(api, "appsync-mapping-too-long", source.prop, { length: text.length, limit });
  }
  const fault = velocityFault(text);
  if (fault !== undefined) fail(api, "template-syntax", source.prop, { fault });
  return escapeTemplate(text);
}
