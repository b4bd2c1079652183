// Bundles one artifact the way that synthesis does, where the server that waits for it is not held up: in a process of
// its own. See complete-build.ts for how it starts.
import { readFileSync, writeFileSync } from "node:fs";
import { type Artifact, type ArtifactHooks, bundleArtifacts } from "../../bundle";

/** An artifact as it is handed over: its hooks have given their commands. */
export interface BundleRequest {
  readonly artifact: Omit<Artifact, "hooks">;
  readonly hooks: { readonly [Name in keyof ArtifactHooks]?: readonly string[] };
}

const stdin = 0;
const answer = 3;

const { artifact, hooks } = JSON.parse(readFileSync(stdin, "utf8")) as BundleRequest;
const asFunctions = Object.fromEntries(
  Object.entries(hooks).map(([name, commands]) => [name, () => commands]),
);
writeFileSync(answer, JSON.stringify(bundleArtifacts([{ ...artifact, hooks: asFunctions } as Artifact])));
