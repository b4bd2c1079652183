/** @group processes */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, root } from "../examples/support";
import { typescript, withCompiledForCdktn, withCompiledLibrary } from "../support/compiled";
import { packagesOf } from "../support/packages";
import { temporaryFolder } from "../support/stack";

/** Without those that build a website first. */
const examples = [
  "auth",
  "board",
  "chat",
  "graphql",
  "hello",
  "migration",
  "notes",
  "orders",
  "rest-usage-plan",
];

function synthesize(environment: NodeJS.ProcessEnv): string {
  const output = temporaryFolder();
  const program = join(root, "test/package/synthesize-examples.cjs");
  execFileSync(process.execPath, [...typescript, program, join(root, "examples"), output, ...examples], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return output;
}

/** The files of an output folder by name, with the sources and versions of providers and of the CDK masked. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
  return new Map(names.map((name) => [name, masked(readFileSync(join(folder, name), "latin1"))]));
}

/** The CDKs indent empty lists and objects differently. */
function masked(text: string): string {
  return text
    .replace(/("version": )"[0-9.]+"/g, '$1"masked"')
    .replace('"source": "aws"', '"source": "hashicorp/aws"')
    .replace(/([[{])\s+([\]}])/g, "$1$2");
}

let outputs: readonly [string, string];

const canRun = packagesOf("cdktn") !== undefined;

beforeAll(() => {
  if (!canRun) return;
  outputs = [synthesize(withCompiledLibrary()), synthesize(withCompiledForCdktn())];
}, 300_000);

(canRun ? describe : describe.skip)("The packages for CDKTF and CDK Terrain", () => {
  test.each(examples)("synthesize %s alike", (name) => {
    const [cdktf, cdktn] = outputs.map((output) => filesOf(join(output, name)));
    expect(cdktf?.size).toBeGreaterThan(1);
    expect(cdktn).toEqual(cdktf);
  });
});
