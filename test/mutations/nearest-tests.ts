import { basename, dirname, posix } from "node:path";
import { readImports } from "../support/import-graph";

/** The sources of the library and of its tests, by their path: `lib/kit/core/names/name.ts`, `test/kit/core/names/name.test.ts`. */
export type Sources = Readonly<Record<string, string>>;

export type Kind = "quick" | "slow" | "all";

/** Tests beside the mirrored ones: those that run the whole command or construct, whose imports do not show which files it runs. */
const wider: readonly (readonly [source: RegExp, tests: RegExp])[] = [
  [
    /^lib\/cli\/terraform\/(remote-text|cloud|plan|run-record)/,
    /^test\/cli\/(commands\/(diff|deploy)|terraform\/terraform-cloud)/,
  ],
  [/^lib\/cli\/terraform\//, /^test\/cli\/(commands\/(deploy|diff|remove)|ui\/interrupt)/],
  [/^lib\/cli\/(project|processes|ui|main|errors)/, /^test\/cli\/(main|commands|project|ui)/],
  [/^lib\/cli\/commands\//, /^test\/cli\/main/],
  [/^lib\/cli\/local\//, /^test\/cli\/(commands\/local|local)/],
  [/^lib\/cli\/live\//, /^test\/(cli\/live|live\/loopback)/],
  [/^lib\/runtime\/live\//, /^test\/(runtime\/live|cli\/live-client)\//],
  [/^lib\/runtime\//, /^test\/(runtime\/|bundle\/node\/)/],
  [/^lib\/cli\/live-client\//, /^test\/cli\/live-client\//],
  [/^lib\/model\//, /^test\/model\//],
  [/^lib\/local\//, /^test\/local\//],
  [/^lib\/kit\/site\//, /^test\/(constructs\/(site|static-site)|runtime\/site|edits\/served|kit\/site)/],
  [/^lib\/kit\/app\//, /^test\/(kit\/app\/|edits\/references)/],
  [/^lib\/constructs\/([\w-]*api)\//, /^test\/kit\/gateway\//],
  // Tests over all constructs.
  [
    /^lib\/(constructs|kit\/(site|app|iam))\//,
    /^test\/(already-synthesized|constructs\/[^/]+|kit\/app\/order-of-constructs|golden\/.*|inputs\/(named|undefined|list-references))\.test/,
  ],
  [/^lib\/kit\/iam\//, /^test\/(kit\/iam|permissions-matrix|constructs\/(list|enumerations))/],
];

/** With more importers than this, an import does not show that a test is about the file. */
const mostOfOneDistance = 12;

/** Tests that are farther away notice a change by chance, and take minutes. */
const mostTests = { quick: 40, slow: 12 } as const;

/** Finds the tests of a source file by its path, by its importers, and by the names that it exports. */
export class NearestTests {
  readonly #sources: Sources;
  readonly #tests: readonly string[];
  readonly #importers: ReadonlyMap<string, readonly string[]>;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#tests = Object.keys(sources).filter((file) => file.endsWith(".test.ts"));
    this.#importers = importersOf(sources);
  }

  /**
   * Test files, the nearest first, each once.
   *
   * The tests that start processes come last: on a loaded machine one of them takes longer than all the others.
   *
   * @param file - the path of a source: `lib/kit/core/names/name.ts`
   * @param kind - `slow` are the tests that start processes or try generated inputs
   */
  testsOf(file: string, kind: Kind): readonly string[] {
    const near = [...this.#mirrored(file), ...this.#atDistance(file, 1), ...this.#named(file)];
    const around = [...this.#inFolder(file), ...this.#atDistance(file, 2), ...this.#atDistance(file, 3)];
    const tests = [...new Set([...near, ...around, ...this.#wider(file)])];
    const quick = tests.filter((test) => !this.isSlow(test)).slice(0, mostTests.quick);
    const slow = tests.filter((test) => this.isSlow(test)).slice(0, mostTests.slow);
    return { quick, slow, all: [...quick, ...slow] }[kind];
  }

  #mirrored(file: string): readonly string[] {
    const mirrored = mirrorOf(file);
    return this.#tests.filter((test) => test === `${mirrored}.test.ts`);
  }

  /** Tests whose shortest chain of imports to the file has this length. */
  #atDistance(file: string, distance: number): readonly string[] {
    let reached: readonly string[] = [file];
    const seen = new Set(reached);
    for (let step = 0; step < distance; step += 1) {
      reached = [...new Set(reached.flatMap((each) => this.#importers.get(each) ?? []))].filter(
        (each) => !seen.has(each),
      );
      for (const each of reached) seen.add(each);
    }
    const tests = reached.filter((each) => each.endsWith(".test.ts"));
    return tests.length > mostOfOneDistance ? [] : tests;
  }

  /** Tests with the file's name in their path, or with a name in their text that only few tests use. */
  #named(file: string): readonly string[] {
    const name = basename(file).replace(/\.m?ts$/, "");
    const byPath = this.#tests.filter((test) => basename(test).startsWith(`${name}.`));
    const byText = exportedNames(this.#sources[file] ?? "").flatMap((exported) => {
      const pattern = new RegExp(`\\b${exported}\\b`);
      const tests = this.#tests.filter((test) => pattern.test(this.#sources[test] ?? ""));
      return tests.length > mostOfOneDistance / 2 ? [] : tests;
    });
    const isOfSamePart = (test: string) => partOf(test) === partOf(mirrorOf(file));
    return [...byPath.filter(isOfSamePart), ...byText];
  }

  /** Tests of the nearest folder above the file that has tests, unless it is a whole part of the library. */
  #inFolder(file: string): readonly string[] {
    for (let folder = dirname(mirrorOf(file)); folder.split("/").length > 2; folder = dirname(folder)) {
      const found = this.#tests.filter((test) => test.startsWith(`${folder}/`));
      if (found.length > 0) return found;
    }
    return [];
  }

  #wider(file: string): readonly string[] {
    const mirrored = mirrorOf(file);
    return wider.flatMap(([source, pattern]) =>
      source.test(file)
        ? this.#tests
            .filter((test) => pattern.test(test))
            .sort((one, other) => sharedDepth(other, mirrored) - sharedDepth(one, mirrored))
        : [],
    );
  }

  /** Whether a test starts processes or tries generated inputs. */
  isSlow(test: string): boolean {
    return /@group\s+(processes|generated)\b/.test(this.#sources[test] ?? "");
  }
}

/** The path of a source's test, without its ending. */
function mirrorOf(file: string): string {
  return file.replace(/^lib\//, "test/").replace(/\.m?ts$/, "");
}

/** How many folders two paths have in common. */
function sharedDepth(one: string, other: string): number {
  const [parts, others] = [one.split("/"), other.split("/")];
  const different = parts.findIndex((part, index) => part !== others[index]);
  return different < 0 ? parts.length : different;
}

function partOf(test: string): string {
  return test.split("/").slice(0, 2).join("/");
}

function exportedNames(source: string): readonly string[] {
  const declared = source.matchAll(
    /^export (?:async |abstract )*(?:function\*?|class|const|let|interface|type) ([\w$]+)/gm,
  );
  return [...declared].flatMap(([, name]) => (name === undefined || name.length < 5 ? [] : [name]));
}

/** For each file, the files that import it. */
function importersOf(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { from, to, isPackage, isTypeOnly } of readImports(sources, false)) {
    const file = isPackage ? sourceOfPackage(to) : to;
    if (file === undefined || isTypeOnly || !(file in sources)) continue;
    importers.set(file, [...(importers.get(file) ?? []), from]);
  }
  return importers;
}

/** The source behind a name that tests import as users do: `serverform/node/table`. */
function sourceOfPackage(specifier: string): string | undefined {
  const runtime = /^serverform\/node\/(.+)$/.exec(specifier)?.[1];
  return runtime === undefined ? undefined : posix.join("lib/runtime/node", `${runtime}.ts`);
}
