import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command, Option } from "commander";
import * as library from "../../lib";
import texts from "../../lib/cli/explain/error-texts.json";
import { commandLine } from "../../lib/cli/program";
import { exports as packageExports } from "../../package.json";
import { nodesOf, parseSource } from "../support/parse-source";

const root = resolve(__dirname, "../..");

/** The strings of sources with remedies that no error text has in full. */
const stringsOf = (file: string): readonly string[] =>
  nodesOf(parseSource(readFileSync(join(root, file), "utf8"))).flatMap((node) => {
    if (node.type === "StringLiteral") return [node.value];
    return node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.cooked ?? "") : [];
  });

const advised = [
  "facts/errors/foreign-names",
  "facts/errors/foreign-methods",
  "facts/errors/foreign-packages",
  "cli/terraform/hints",
  "model/policy/rule-texts",
  "migrate/errors",
].flatMap((file) => stringsOf(`lib/${file}.ts`).map((text) => [file, text] as const));

/** Every remedy: the text of its code, with placeholders and in an example. */
const remedies: readonly (readonly [source: string, text: string])[] = [
  ...Object.entries(texts).flatMap(([code, { remedy, example }]) => [
    [code, remedy] as const,
    [code, example.split("\n").slice(1, -1).join(" ")] as const,
  ]),
  ...advised,
];

/** The names that remedies mention in a form, but that do not exist. */
function unknownNames(form: RegExp, isKnown: (name: string) => boolean): readonly string[] {
  const named = remedies.flatMap(([source, text]) =>
    [...text.matchAll(form)].map(([, name = ""]) => [source, name] as const),
  );
  expect(named.length).toBeGreaterThan(1);
  return [...new Set(named.flatMap(([source, name]) => (isKnown(name) ? [] : [`${source}: ${name}`])))];
}

const allOptions = (command: Command): readonly Option[] => [
  ...command.options,
  ...command.commands.flatMap(allOptions),
];

/** Options of the other commands that remedies show. */
const foreignOptions = ["--lts", "--save-dev", "--serial-number", "--token-code", "--help", "--version"];

test("options of the command line", () => {
  const known = allOptions(commandLine()).flatMap(({ long }) => long ?? []);
  const ofOthers = /\b(?:npx? |pnpm|pip|bun |aws |nvm|fnm|git |uv |dotnet|yarn|terraform )/;
  const unknown = remedies.flatMap(([source, text]) =>
    ofOthers.test(text)
      ? []
      : [...text.matchAll(/(?<![\w-])(--[a-z][a-z-]+)/g)].flatMap(([, name = ""]) =>
          [...known, ...foreignOptions].includes(name) ? [] : [`${source}: ${name}`],
        ),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

const providerFolders = new Set(readdirSync(join(root, "node_modules/@cdktf/provider-aws/lib")));
const kebab = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
const isOfProvider = (name: string) =>
  providerFolders.has(kebab(name)) || providerFolders.has(kebab(name.replace(/^Data/, "")));

test("classes: of this library, of the provider or of CDKTF", () => {
  const cdktf = require("cdktf") as Readonly<Record<string, unknown>>;
  const isKnown = (name: string) =>
    name in library || name in cdktf || isOfProvider(name) || name === "Main" || name === "AwsProvider";
  expect(unknownNames(/\bnew ([A-Z]\w+)\(/g, isKnown)).toEqual([]);
  expect(unknownNames(/\b([A-Z][a-z]\w*[A-Z]\w+) of the provider\b/g, isKnown)).toEqual([]);
});

/** The members of a class, with those that it inherits. */
const membersOf = (prototype: object | null): readonly string[] =>
  prototype === null || prototype === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(prototype), ...membersOf(Object.getPrototypeOf(prototype))];

const members = new Set(
  Object.values(library).flatMap((value) =>
    typeof value === "function"
      ? [...membersOf(value.prototype ?? null), ...Object.getOwnPropertyNames(value)]
      : [],
  ),
);

test("methods", () => {
  const inApp = (name: string) =>
    name in library.App.prototype || ["stage", "name", "local", "region", "account"].includes(name);
  expect(unknownNames(/(?<![\w./])app\.(?!fetch)(\w+)\(?/g, inApp)).toEqual([]);
  const isKnown = (name: string) => members.has(name) || name in library;
  expect(unknownNames(/(?<![\w.])((?:add|set|attach|bind|except)[A-Z]\w+)\(/g, isKnown)).toEqual([]);
});

/** The names in sources that a form finds. */
const namesIn = (folder: string, ending: string, form: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .flatMap((file) => [...readFileSync(join(root, folder, file), "utf8").matchAll(form)])
    .map(([, name = ""]) => name);

const member = /readonly (\w+)\??:/g;

/** The names of the props of all constructs and rules. */
const props = new Set(
  ["lib/constructs", "lib/kit", "lib/model/policy"].flatMap((folder) => namesIn(folder, ".ts", member)),
);

test("props, and keys below cdk", () => {
  const isKnown = (name: string) => props.has(name);
  expect(unknownNames(/\bcdk: \{ (\w+)/g, isKnown)).toEqual([]);
  expect(unknownNames(/(?<![\w.])cdk\.([a-z]\w+)/g, isKnown)).toEqual([]);
  expect(unknownNames(/\b[Uu]se the props? (\w+)/g, isKnown)).toEqual([]);
  expect(unknownNames(/\b(?:[Oo]f|to|the) (?:option|prop) (?!out)(\w+)\b/g, isKnown)).toEqual([]);
});

test("names of several words", () => {
  const ofProvider = [
    "api-gateway-method-settings",
    "api-gateway-rest-api",
    "apigatewayv2-api",
    "cloudwatch-log-group",
    "cognito-user-pool",
    "cognito-user-pool-client",
    "dynamodb-table",
    "kinesis-stream",
    "s3-bucket",
    "sns-topic",
    "sqs-queue",
    "lambda-event-source-mapping",
  ].flatMap((type) => namesIn(`node_modules/@cdktf/provider-aws/lib/${type}`, "index.d.ts", member));
  const rules = namesIn("lib/model/policy", ".ts", /export (?:function|const) (\w+)/g);
  // The name of a package.
  const known = new Set([...ofProvider, ...rules, "oRPC"]);
  const isKnown = (name: string) =>
    props.has(name) || members.has(name) || known.has(name) || name in library;
  expect(unknownNames(/(?<![\w."'/$:@<-])([a-z]+[A-Z]\w*)(?![\w."'/:-])/g, isKnown)).toEqual([]);
});

test("modules, documents and the places of the provider", () => {
  expect(unknownNames(/"serverform\/([\w/-]+)"/g, (name) => `./${name}` in packageExports)).toEqual([]);
  const files = remedies.flatMap(([, text]) => text.match(/(?<![\w/.])docs\/[\w/-]+\.md/g) ?? []);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
