import type { PackageName } from "./packages";

/** The packages, script and settings of a test runner. */
interface TestRunner {
  readonly packages: readonly PackageName[];
  /** The script `test`. */
  readonly script: string;
  /** Takes the place of the import of `@jest/globals`, with which the files of the templates begin. */
  readonly imports: string;
  /** Settings in `package.json`. @default - none */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The test runners, in the order in which they are offered. */
export const testRunners = {
  vitest: {
    packages: ["vitest"],
    script: "vitest run",
    imports: 'import { expect, test } from "vitest";',
  },
  jest: {
    packages: ["@jest/globals", "@swc/core", "@swc/jest", "jest"],
    script: "jest",
    imports: 'import { expect, test } from "@jest/globals";',
    settings: {
      jest: {
        testMatch: ["<rootDir>/test/**/*.test.ts"],
        transform: {
          "\\.[cm]?[jt]s$": [
            "@swc/jest",
            { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
          ],
        },
        // TypeScript's imports end in .js.
        moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
      },
    },
  },
  "node:test": {
    packages: ["expect"],
    // Node 20 leaves the pattern to the shell.
    script: "node --import tsx --test test/*.test.ts",
    imports: 'import { test } from "node:test";\nimport { expect } from "expect";',
  },
} as const satisfies Record<string, TestRunner>;

export type TestRunnerName = keyof typeof testRunners;

/** A test runner with all optional properties. */
export const testRunnerOf = (name: TestRunnerName): TestRunner => testRunners[name];
