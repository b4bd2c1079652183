/** @group slow */

import { resolve } from "node:path";
import { functionNamePattern } from "../../lib/facts/aws/arn-patterns";
import { awsDomainsPattern } from "../../lib/facts/aws/hosts";
import { readSources } from "../support/import-graph";
import { nodesOf, parseSource, type SyntaxNode } from "../support/parse-source";
import { slownessOf } from "../support/slow-patterns";

/** The code that reads texts of clients, peers, handlers and other programs. */
const rooms =
  /^(?:local|model|facts\/(?!errors)[\w-]+|runtime)\/|^cli\/(?:logs|live|live-client|local|terraform|mcp|console|ui)\//;

/** Expressions that may take longer, by their file, with the reason why no client, peer or handler can use that. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "cli/local/options.ts": { "^(.+?)=(https?:\\/\\/[^\\s]+)$": "an option that the developer types" },
  "cli/terraform/review/planned-changes.ts": { "\\[[^\\]]*\\]$": "the address of a resource of the app" },
  "cli/terraform/remote-text.ts": {
    "^ *on \\S+ line \\d+()(?:, in (?:resource\\.|(?=data\\.))((?:data\\.)?[^.\\s]+\\.[^.[\\s:]+).*)?:$":
      "a line of Terraform about a file of the app",
    "^(\\S.*?): Still (creating|modifying|destroying)\\.\\.\\. \\[.*?(\\w+) elapsed\\]":
      "a line of Terraform about a resource of the app",
  },
  "cli/terraform/review/api-terms.ts": { "\\/Policies(?:\\/.*)?$": "a construct path of the app" },
  "cli/terraform/run-record.ts": {
    "^https:\\/\\/\\S+\\/runs\\/\\S+$": "an address that Terraform prints once a run",
  },
  "facts/expressions/parse.ts": {
    "(?:\\s+|\\/\\*[\\s\\S]*?\\*\\/|(?:#|\\/\\/)[^\\n]*)*": "an expression of the app",
  },
  "local/console/page/position.ts": {
    "(?:^|[(\\s])((?:\\/|[A-Z]:\\\\)[^()]+?):(\\d{1,7})(?::(\\d{1,7}))?\\)?$":
      "a line of at most 2,000 characters",
  },
  "local/declared-secrets.ts": {
    ':parameter(\\/[^"*]*serverform\\/[^"*]*\\/Secret\\/([\\w-]+)\\/value)': "the policies of the app",
  },
  "local/gateways/app-sync/utilities/time.ts": {
    "'((?:[^']|'')*)'|([A-Za-z])\\2*|[^A-Za-z']+": "two quotes in a format are always a match",
  },
  "local/gateways/http/expressions.ts": {
    "\\$\\{((?:request|response|context|stageVariables)\\b[^}]*)\\}|\\$((?:request|response|context|stageVariables)\\.[\\w.$:[\\]'*-]*[\\w\\]*])":
      "the settings of a route of the app",
  },
  "local/log-subscriptions/filter-pattern.ts": {
    '([-?]?)(?:"((?:[^"\\\\]|\\\\.)*)"|%([^%]+)%|([^\\s"]+))(?=\\s|$)':
      "the filter of a subscription of the app",
  },
  "runtime/client.ts": {
    "\\/+$": "the address of the API in the code of the page; not all browsers know lookbehinds",
  },
};

/** Expressions that are composed of values: the reason why they are not checked, or texts of their form, which are. */
const composed: Readonly<Record<string, string | readonly string[]>> = {
  "facts/aws/arn-patterns.ts": ["^arn:[\\w-]+:(sqs|sns):[a-z0-9-]*:(\\d{12}|aws)?:\\S+$"],
  "facts/aws/hosts.ts": [`^(?<labels>[a-z0-9._-]+?)\\.${awsDomainsPattern}$`],
  "facts/aws/service-hosts.ts": "a prop of the app",
  "facts/event-pattern/wildcard.ts": ["(?:\\*([^*\\\\]))(?:\\*\\1){4}"],
  "cli/live-client/received-requests.ts": [".{1,1000}"],
  "local/gateways/app-sync/data-sources/rds.ts": ["(?<!:):x(?!\\w)"],
  "local/gateways/app-sync/utilities/time.ts":
    "the format is the resolver's: it reads two numbers in a row by their lengths",
  "model/resources/expressions/functions.ts":
    "functions of Terraform, with arguments from the JSON of the app",
  "model/permissions/resource-names.ts": ['(\\barn:[^:\\s"]*:[^:\\s"]*:[^:\\s"]*:)123456789012(?=:)'],
  "local/services/cognito-idp/passwords.ts": ["^[^]{300,}$"],
  "local/services/lambda/function-name.ts": [`^(?:${functionNamePattern})$`],
  "local/services/lambda/protocol.ts": ["^/[^/]+/functions/([^/]+)/aliases/([^/]+)/?$"],
  "local/services/service-name.ts": [
    `^(.+)\\.s3(?:[.-](?:dualstack\\.)?[a-z0-9-]+)?\\.(?:${awsDomainsPattern}|localhost)$`,
  ],
  "facts/text/java-regex.ts": "it is interrupted",
  "local/gateways/app-sync/utilities/util.ts": "it is interrupted",
  "local/gateways/rest/integration.ts": "it is interrupted",
  "local/gateways/vtl/java-methods.ts": "it is interrupted",
  "local/log-subscriptions/filter-pattern.ts": "it is interrupted",
  "facts/text/given-pattern.ts": "it is interrupted",
  "runtime/programs/site-invalidator.ts": ["<x>([^<]*)</x>"],
};

interface Found {
  readonly file: string;
  readonly line: number;
  /** Undefined where the code does not say it. */
  readonly source: string | undefined;
  readonly flags: string;
}

const sources = Object.fromEntries(
  Object.entries(readSources(resolve(__dirname, "../../lib"))).filter(([file]) => rooms.test(file)),
);

/** The regular expressions of a file: literals, and calls of `RegExp` with constants. */
function patternsOf(source: string, file: string): readonly Found[] {
  if (!/RegExp|\/[^/\n]+\//.test(source)) return [];
  const nodes = nodesOf(parseSource(source, file));
  const constants = new Map<string, SyntaxNode>();
  for (const node of nodes) {
    if (node.type !== "VariableDeclaration") continue;
    for (const { id, init } of node.declarations) {
      if (id.type === "Identifier" && init !== null && init !== undefined) constants.set(id.name, init);
    }
  }
  return nodes.flatMap((node): readonly Found[] => {
    const at = { file, line: node.loc?.start.line ?? 0 };
    if (node.type === "RegExpLiteral") return [{ ...at, source: node.pattern, flags: node.flags }];
    if (node.type !== "NewExpression" && node.type !== "CallExpression") return [];
    if (node.callee.type !== "Identifier" || !isConstructor(node.callee.name)) return [];
    const [given, flags] = node.arguments;
    return [
      { ...at, source: given && textOf(given, constants), flags: (flags && textOf(flags, constants)) ?? "" },
    ];
  });
}

const isConstructor = (name: string): boolean => name === "RegExp" || name === "GivenPattern";

/** The text of an expression of constants. */
function textOf(node: SyntaxNode | object, constants: ReadonlyMap<string, SyntaxNode>): string | undefined {
  if (!("type" in node)) return undefined;
  const each = node as SyntaxNode;
  if (each.type === "StringLiteral") return each.value;
  if (each.type === "RegExpLiteral") return each.pattern;
  if (each.type === "TaggedTemplateExpression") return templateText(each.quasi, constants, "raw");
  if (each.type === "TemplateLiteral") return templateText(each, constants, "cooked");
  if (each.type === "Identifier") {
    const known = constants.get(each.name);
    return known === undefined ? undefined : textOf(known, constants);
  }
  if (
    each.type === "MemberExpression" &&
    each.property.type === "Identifier" &&
    each.property.name === "source"
  )
    return textOf(each.object, constants);
  return undefined;
}

function templateText(
  { quasis, expressions }: Extract<SyntaxNode, { type: "TemplateLiteral" }>,
  constants: ReadonlyMap<string, SyntaxNode>,
  form: "raw" | "cooked",
): string | undefined {
  const parts = quasis.flatMap(({ value }, index) => {
    const between = expressions[index];
    return [value[form], between === undefined ? "" : textOf(between, constants)];
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}

const found = Object.entries(sources).flatMap(([file, source]) => patternsOf(source, file));

const slow = found.filter(
  ({ source, flags }) => source !== undefined && slownessOf(source, flags) !== undefined,
);

test("regular expressions for texts of clients, peers and handlers take linear time", () => {
  const unexpected = slow
    .filter(({ file, source = "" }) => exceptions[file]?.[source] === undefined)
    .map(({ file, line, source = "", flags }) => `${file}:${line}: ${slownessOf(source, flags)}`);
  expect(unexpected).toEqual([]);
  expect(found.length).toBeGreaterThan(400);
});

test("each exception exists", () => {
  const left = Object.entries(exceptions).flatMap(([file, all]) =>
    Object.keys(all).filter((source) => !slow.some((each) => each.file === file && each.source === source)),
  );
  expect(left).toEqual([]);
});

test("regular expressions composed of values are known, and those of the same form take linear time", () => {
  const files = new Set(found.filter(({ source }) => source === undefined).map(({ file }) => file));
  expect([...files].sort()).toEqual(Object.keys(composed).sort());
  const forms = Object.values(composed).flatMap((each) => (typeof each === "string" ? [] : each));
  expect(forms.filter((each) => slownessOf(each, "") !== undefined)).toEqual([]);
});

describe("the check of a regular expression", () => {
  test.each([
    ["\\s+$", ""],
    ["((?:file:\\/\\/)?\\/[^\\s():]+):(\\d+):(\\d+)", "g"],
    ["^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$", ""],
    ["^(a+)+$", ""],
    ["^(?:a|ab|b)*$", ""],
    ["^(a*)*b", ""],
    ["^\\s*x", "m"],
    ["^(\\d*)\\.?(\\d*)x", ""],
    ["<a>([\\s\\S]*?)</a>", "g"],
    ["(?=.*x)y", ""],
    ["(?<=a+)b", ""],
    ["^(\\w+) \\1*\\w+$", ""],
    ["^[ab]{0,500}[bc]{0,500}$", ""],
    ["^[a-z]*[A-F]*$", "i"],
    ["^\\p{L}+\\p{Lu}+$", "u"],
  ])("finds that /%s/%s is slow", (source, flags) => {
    expect(slownessOf(source, flags)).toBeDefined();
  });

  test.each([
    ["^\\s*x", ""],
    ["(?<!\\s)\\s+$", ""],
    ["\\bx+$", "m"],
    ["^(?:\\d+\\.)*\\d+$", ""],
    ["^(?:\\d{1,3}\\.){3}\\d{1,3}$", ""],
    ["[\\s\\S]*$", ""],
    ["<a>([^<]*)</a>", "g"],
    ['"(?:[^"\\\\]|\\\\.)*"', "y"],
    ["^[a-z]*[A-F]*$", ""],
    ["^(?:a|b)*$", ""],
  ])("accepts /%s/%s", (source, flags) => {
    expect(slownessOf(source, flags)).toBeUndefined();
  });
});
