// Runs esbuild asynchronously in its own process, because synthesis is synchronous. esbuild.ts starts it.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { EsbuildOutcome, WorkerInput } from "./esbuild";
import { type AsyncBuild, buildOutcome } from "./esbuild-async";

const stdin = 0;
const answer = 3;
/** Each build keeps its parsed files in memory, so their number is limited. */
const atOnce = 8;

async function main(): Promise<void> {
  const { esbuildPath, requests } = JSON.parse(readFileSync(stdin, "utf8")) as WorkerInput;
  const { build } = createRequire(esbuildPath)(esbuildPath) as { build: AsyncBuild };
  const outcomes: EsbuildOutcome[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index];
      if (request !== undefined) outcomes[index] = await buildOutcome(build, request);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  writeFileSync(answer, JSON.stringify(outcomes));
  // Plugins may leave timers or servers open.
  process.exit(0);
}

void main();
