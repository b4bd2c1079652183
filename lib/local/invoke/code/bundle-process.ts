// A program that bundles one artifact. `full-build.ts` starts it.
import { readFileSync, writeFileSync } from "node:fs";
import { type Artifact, type ArtifactHooks, type BundleFailure, bundleArtifacts } from "../../../bundle";

/** An artifact as JSON: the commands of its hooks replace the hooks. */
export interface BundleRequest {
  readonly artifact: Omit<Artifact, "hooks">;
  readonly hooks: { readonly [Name in keyof ArtifactHooks]?: readonly string[] };
}

export interface BundleAnswer {
  readonly failures: readonly BundleFailure[];
  readonly warnings: readonly string[];
}

const stdin = 0;
const answer = 3;

function bundle({ artifact, hooks }: BundleRequest): BundleAnswer {
  const asFunctions = Object.fromEntries(
    Object.entries(hooks).map(([name, commands]) => [name, () => commands]),
  );
  const warnings: string[] = [];
  const failures = bundleArtifacts([{ ...artifact, hooks: asFunctions } as Artifact], (text) =>
    warnings.push(text),
  );
  return { failures, warnings };
}

writeFileSync(answer, JSON.stringify(bundle(JSON.parse(readFileSync(stdin, "utf8")) as BundleRequest)));
