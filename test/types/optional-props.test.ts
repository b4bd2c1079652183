/** @group slow */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nodesOf, parseSource } from "../support/parse-source";

const lib = resolve(__dirname, "../../lib");

/** Folders whose types users of the constructs write or read. */
const isPublic = (file: string) =>
  /^(?:app|constructs|core|dns|events|function|gateway|iam)\/.*\.ts$/.test(file);

/** The optional members of interfaces and object types that refuse `undefined` under `exactOptionalPropertyTypes`. */
function strictMembers(file: string): readonly string[] {
  const source = readFileSync(join(lib, file), "utf8");
  // Most files need not be parsed.
  if (!source.includes("?:")) return [];
  return nodesOf(parseSource(source, file)).flatMap((node) => {
    const { type, optional, typeAnnotation, start, end } = node as {
      readonly type: string;
      readonly optional?: boolean;
      readonly typeAnnotation?: { readonly end: number };
      readonly start: number;
      readonly end: number;
    };
    if (type !== "TSPropertySignature" || optional !== true || typeAnnotation === undefined) return [];
    return /(?:\|\s*undefined|: unknown|: undefined)$/.test(source.slice(start, typeAnnotation.end))
      ? []
      : [source.slice(start, end)];
  });
}

/** Empty maps, values of every kind, maps that the library makes itself, and principals: one that is missing is a mistake. */
const accepted =
  /Record<string, (never|unknown)>|readonly (rejected|formerIds|responseTemplates|conditions|principals|types)\?/;

/** The maps in optional props that refuse values that are undefined: `{ LEVEL: process.env.LEVEL }`. */
function strictMaps(file: string): readonly string[] {
  const source = readFileSync(join(lib, file), "utf8");
  if (!/\?:[^{]*Record</.test(source)) return [];
  return nodesOf(parseSource(source, file)).flatMap((node) => {
    const { type, optional, start, end } = node as {
      readonly type: string;
      readonly optional?: boolean;
      readonly start: number;
      readonly end: number;
    };
    const text = source.slice(start, end);
    const isMap = type === "TSPropertySignature" && optional === true && /^[^{]*Record<string,/.test(text);
    return isMap && !accepted.test(text) ? [text] : [];
  });
}

const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter(isPublic);

test.each(files)("every optional prop of %s takes undefined", (file) => {
  expect(strictMembers(file)).toEqual([]);
});

test.each(files.filter((file) => !/library|metadata/.test(file)))(
  "every map of props of %s takes undefined values",
  (file) => {
    expect(strictMaps(file)).toEqual([]);
  },
);
