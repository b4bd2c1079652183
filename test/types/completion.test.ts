/** @group slow */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { packagesOf } from "../support/packages";

const root = resolve(__dirname, "../..");
const packages = packagesOf("compiler-api");
const file = join(__dirname, "completed.ts");
const before =
  'import { Api, Bucket, Function, RestV1Api, type Stack, Userbase } from "serverform";\ndeclare const stack: Stack;\n';

/** Code with the places of an editor's cursor, each marked by `|`. */
const code = {
  Api: `new Api(stack, "A", { authorizers: AUTHORIZERS, defaults: { authorizer: "|" } });`,
  RestV1Api: `new RestV1Api(stack, "R", { authorizers: POOLS, defaults: { authorizer: "|" } });`,
  "routes of Api": `new Api(stack, "B", { authorizers: AUTHORIZERS, routes: { "GET /": { authorizer: "|", function: "a.b" } } });`,
  "routes of RestV1Api": `new RestV1Api(stack, "S", { authorizers: POOLS, routes: { "GET /": { authorizer: "|", function: "a.b" } } });`,
  "addRoutes of Api": `new Api(stack, "D", { authorizers: AUTHORIZERS }).addRoutes(stack, { "GET /": { type: "url", url: "https://a", authorizer: "|" } });`,
  bind: `new Function(stack, "F", { handler: "a.b", bind: [[new Bucket(stack, "B"), "|"]] });`,
  permissions: `new Function(stack, "G", { handler: "a.b", permissions: [[new Bucket(stack, "C"), "|"]] });`,
  "permissions of groups": `new Userbase(stack, "U", { groups: { staff: { permissions: [[new Bucket(stack, "E"), "|"]] } } });`,
};
const filled = (text: string) =>
  text
    .replace("AUTHORIZERS", '{ staff: { type: "jwt", jwt: { issuer: "https://a", audience: ["b"] } } }')
    .replace("POOLS", '{ staff: { type: "user_pools", userPoolIds: ["us-east-1_a"] } }');

/** The parts of the compiler's interface that TypeScript 5 has and TypeScript 7 does not. */
interface Compiler {
  readonly sys: {
    readonly fileExists: (name: string) => boolean;
    readonly readFile: (name: string) => string | undefined;
  };
  readonly ScriptSnapshot: { readonly fromString: (text: string) => object };
  readonly getDefaultLibFilePath: (options: object) => string;
  readonly readConfigFile: (file: string, read: Compiler["sys"]["readFile"]) => { readonly config: object };
  readonly parseJsonConfigFileContent: (
    config: object,
    host: object,
    folder: string,
  ) => { readonly options: object };
  readonly createLanguageService: (host: object) => Service;
}

interface Service {
  readonly getCompletionsAtPosition: (
    file: string,
    position: number,
    options: object,
  ) => { readonly entries: readonly { readonly name: string }[] } | undefined;
}

let service: Service;
let text: string;

/** The words that an editor offers. */
function offeredIn(name: keyof typeof code): readonly string[] {
  const [head = ""] = filled(code[name]).split("|");
  const found = service.getCompletionsAtPosition(file, text.indexOf(head) + head.length, {});
  return found?.entries.map((entry) => entry.name) ?? [];
}

const inProject = packages === undefined ? describe.skip : describe;

inProject("An editor completes", () => {
  beforeAll(() => {
    const ts = createRequire(join(packages as string, "x.js"))("typescript") as Compiler;
    text = before + Object.values(code).map(filled).join("\n").replaceAll("|", "");
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [file],
      getScriptSnapshot: (name: string) =>
        ts.ScriptSnapshot.fromString(name === file ? text : readFileSync(name, "utf8")),
      getScriptVersion: () => "1",
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
    });
  });

  test.each(["Api", "RestV1Api", "routes of Api", "routes of RestV1Api", "addRoutes of Api"] as const)(
    "the authorizers that are declared above: %s",
    (api) => {
      expect(offeredIn(api)).toEqual(expect.arrayContaining(["none", "iam", "staff"]));
    },
  );

  test.each(["bind", "permissions", "permissions of groups"] as const)(
    "the kinds of access in %s",
    (prop) => {
      expect(offeredIn(prop)).toEqual(
        expect.arrayContaining(["grantRead", "grantReadWriteData", "grantSendMessages"]),
      );
    },
  );
});
