/** @group slow */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { constructDescriptions } from "../../lib/constructs/list";
import type { ConstructDescription } from "../../lib/kit/description";
import { read, root } from "../docs/documents";
import { readmeOf } from "../docs/readme-of";
import { type PropType, propType } from "../inputs/prop-types";
import { readInputs, readSamples } from "../support/construct-samples";
import { nodesOf, parseSource } from "../support/parse-source";

// A new construct gets these tests without a line written for it.

const descriptions: readonly ConstructDescription[] = constructDescriptions;
const samples = readSamples();
const inputs = readInputs();

/** Constructs whose resources their document lists in another way, each with the reason. */
const withoutTable: Readonly<Record<string, string>> = {
  Site: "the table lists what it creates beside the resources of a StaticSite",
  NextjsSite: "it creates what a Site creates",
  ViteStaticSite: "it creates what a StaticSite creates",
  ReactStaticSite: "it creates what a StaticSite creates",
  Parameter: "Config creates parameters only, which a sentence tells",
};

const testSources = ["constructs", "kit/function"].flatMap((folder) =>
  readdirSync(join(root, "test", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(root, "test", folder, name), "utf8")),
);

/** The names of all props types that a type leads to. */
function propsTypesOf(type: PropType, found = new Set<string>()): ReadonlySet<string> {
  const isKnown = type.names.length > 0 && type.names.every((name) => found.has(name));
  if (isKnown) return found;
  for (const name of type.names) found.add(name);
  const parts = [...type.members().values(), type.values(), type.items()];
  for (const part of parts) if (part !== undefined) propsTypesOf(part, found);
  return found;
}

describe.each(descriptions.map((each) => [each.className, readmeOf(each)] as const))(
  "%s",
  (className, readme) => {
    test("has a sample, and valid props from which inputs and edits are derived", () => {
      expect([samples.has(className), Object.hasOwn(inputs, className)]).toEqual([true, true]);
    });

    test("exports each type of its props", () => {
      const { props } = inputs[className] ?? {};
      if (props === undefined) return;
      const names = [...propsTypesOf(propType(props))].filter((name) => name.endsWith("Props"));
      expect(names).toContain(props);
      const index = read("lib/index.ts");
      expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(index))).toEqual([]);
    });

    if (readme !== undefined && withoutTable[className] === undefined) {
      test("has a table of its resources, which a test compares", () => {
        expect(read(readme)).toMatch(/\n## (Resources made|What it creates)\n/);
        const isCompared = testSources.some((source) => source.includes(`listedTypes("${readme}")`));
        expect(isCompared || samples.get(className)?.makeEverything !== undefined).toBe(true);
      });
    }
  },
);

describe("Public props", () => {
  /** The bodies of the interfaces of a source that `lib/index.ts` exports. */
  const bodiesOf = (source: string, index: string) =>
    nodesOf(parseSource(source)).flatMap((node) =>
      node.type === "TSInterfaceDeclaration" && new RegExp(`\\b${node.id.name}\\b`).test(index)
        ? [node.body]
        : [],
    );

  test("name each override, so that an editor shows one word and not a list of keys", () => {
    const index = read("lib/index.ts");
    const files = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" }).filter((file) =>
      /^(?!local|model|cli|runtime).*\.ts$/.test(file),
    );
    const inline = files.flatMap((file) => {
      const source = read(join("lib", file));
      if (!/\b(Override|Omit|Pick)</.test(source)) return [];
      return nodesOf(bodiesOf(source, index))
        .filter(({ type }) => type === "TSTypeReference")
        .map(({ start, end }) => source.slice(start ?? 0, end ?? 0))
        .filter((text) => /^(Override|Omit|Pick)</.test(text))
        .map((text) => `${file}: ${text}`);
    });
    expect(inline).toEqual([]);
  });
});
