/** @group slow */

import { resolve } from "node:path";
import { isDeeper, isJson, jsonOf, jsonProblem } from "../../../lib/facts/text/json";
import { readSources } from "../../support/import-graph";
import { nodesOf, parseSource } from "../../support/parse-source";

const lists = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("JSON of clients", () => {
  test.each([
    ["lists", lists],
    ["objects", objects],
  ])("is read to 1,100 levels of %s", (_what, nested) => {
    expect(jsonOf(nested(1100))).toEqual(JSON.parse(nested(1100)));
    expect(jsonProblem(nested(1100))).toBe("");
    for (const depth of [1101, 20_000, 1_000_000]) {
      expect(jsonOf(nested(depth))).toBeUndefined();
      expect(isJson(nested(depth))).toBe(false);
      expect(jsonProblem(nested(depth))).toContain("more than 1100 levels");
    }
  });

  test.each([
    ["many values of one level", `[${"[],".repeat(5000)}[]]`],
    ["brackets in texts", JSON.stringify({ text: "[{".repeat(5000), quoted: `"\\${"[".repeat(5000)}` })],
    ["escapes before quotes", JSON.stringify(['\\"'.repeat(3000), "[".repeat(3000)])],
  ])("has no depth of %s", (_what, text) => {
    expect(isDeeper(text, 10)).toBe(false);
    expect(jsonOf(text)).toEqual(JSON.parse(text));
  });

  test.each(["", '"', '{"a', `"${"\\".repeat(5000)}`, "]".repeat(5000), `"${"[".repeat(5000)}`])(
    "is undefined for %j",
    (text) => {
      expect(jsonOf(text)).toBeUndefined();
    },
  );
});

/** The rooms whose text comes from clients, peers, pages, functions and files. */
const rooms =
  /^(local|model|facts\/(app-sync|event-pattern|expressions|text)|cli\/(local|live|live-client|mcp|logs|console))\//;
const elsewhere = /^(local\/invoke\/bootstraps|local\/console\/page|local\/pages\/views)\/|-program\.ts$/;

/** Files that may call `JSON.parse`, and why. */
const parsesJson: Readonly<Record<string, string>> = {
  "facts/text/json.ts": "the function that all others call",
  "local/invoke/code/bundle-process.ts": "a program of its own, which reads what this package writes",
  "local/invoke/code/full-build.ts": "the answer of that program",
  "local/invoke/code/source-positions.ts": "source maps of the bundler; an error is no map",
  "model/iam/policy-document.ts": "a copy of a value that has been read",
  "local/gateways/app-sync/utilities/extensions.ts": "a copy of a value that has been read",
  "local/gateways/app-sync/utilities/dynamodb-values.ts": "a copy of a value that has been read",
  "local/gateways/app-sync/runtime/handler-thread.ts":
    "the thread of handlers sends it; part of the promise of a request",
  "local/gateways/site/viewer-function.ts":
    "the result of a function of the app; an error answers the request",
  "model/resources/expressions/functions.ts": "Terraform's jsondecode of the app's own configuration",
  "model/resources/read/read-model.ts": "the answer of Terraform",
  "model/resources/read/stack-sources.ts": "the synthesized files of the app",
  "local/services/contract/service-model.ts": "a file of this package",
  "local/services/rds-data/databases/pglite.ts": "the package.json of a package",
  "cli/live/deploy-live.ts": "the answer of Terraform",
  "cli/local/seed.ts": "a file that the caller names; an error is told",
  "cli/local/invoke.ts": "an event that the caller writes; an error is told",
  "cli/console/x-ray/trace-reader.ts": "an answer of AWS in a command",
  "facts/event-pattern/json-tokens.ts": "one text between quotes",
};

/** Functions that throw for some texts, and where they may be called outside of `try`. */
const throwing: Readonly<Record<string, readonly string[]>> = {
  decodeURIComponent: [
    "local/aws-proxy/tunnel.ts: the proxy of the shell; a rejection refuses the connection",
  ],
  decodeURI: [],
  fileURLToPath: [],
  fromCodePoint: [
    "facts/expressions/parse.ts: the app's own configuration",
    "local/wire/xml.ts: compared with the last code point",
    "facts/event-pattern/json-tokens.ts: a character of a text",
  ],
};

const sources = Object.entries(readSources(resolve(__dirname, "../../../lib"))).filter(
  ([file]) => rooms.test(file) && !elsewhere.test(file),
);

describe("Text of clients", () => {
  test("is parsed as JSON by one function, except for texts that this package or the app has written", () => {
    const found = sources.filter(([, source]) => /\bJSON\.parse\(/.test(source)).map(([file]) => file);
    expect(found.sort()).toEqual(Object.keys(parsesJson).sort());
  });

  test.each(Object.entries(throwing))("is given to %s within try only", (name, allowed) => {
    const files = allowed.map((each) => each.split(":", 1).join(""));
    const found = sources
      .filter(([file, source]) => source.includes(`${name}(`) && !files.includes(file))
      .flatMap(([file, source]) => callsOutsideTry(source, file, name));
    expect(found).toEqual([]);
  });
});

/** `lib/a.ts:1` of each call of a function that no `try` surrounds. */
function callsOutsideTry(source: string, file: string, name: string): readonly string[] {
  const nodes = nodesOf(parseSource(source, file));
  const blocks = nodes.flatMap((node) => (node.type === "TryStatement" ? [node.block] : []));
  return nodes.flatMap((node) => {
    if (node.type !== "CallExpression") return [];
    const { callee, start } = node;
    const isCalled =
      (callee.type === "Identifier" && callee.name === name) ||
      (callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === name);
    const isWithin = blocks.some(
      (block) => Number(block.start) < Number(start) && Number(start) < Number(block.end),
    );
    return isCalled && !isWithin ? [`lib/${file}:${node.loc?.start.line}`] : [];
  });
}
