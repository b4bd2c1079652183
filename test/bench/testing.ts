import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import type { serveLocal as ServeLocal } from "../../lib/testing";
import { median, print, printTarget } from "./figures";
import { compilePrograms, writeProject } from "./project";

const dist = resolve(__dirname, "../../dist");
const diffedRoutes = 400;
const servedRoutes = 20;

/** Measures what the tests and pull requests of an app wait for: the server of a test file, and the comparison of two versions. */
export async function benchTesting(
  base: string,
  rounds: number,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  benchDiff(synthesize(join(base, `diff-${diffedRoutes}`), diffedRoutes, environment), rounds, environment);
  await benchServing(synthesize(join(base, `serve-${servedRoutes}`), servedRoutes, environment), rounds);
}

/** Returns the output folder of an app with this number of routes. */
function synthesize(folder: string, routes: number, environment: NodeJS.ProcessEnv): string {
  writeProject(folder, routes - 1);
  writeFileSync(
    join(folder, "functions/hello.ts"),
    "export const handler = async () => ({ statusCode: 200 });\n",
  );
  writeFileSync(join(folder, "cdktf.json"), '{ "language": "typescript", "app": "node local-app.js" }\n');
  compilePrograms(folder, ["local-app"]);
  const env = { ...environment, BENCH_APIS: "1", BENCH_ROUTES_PER_API: String(routes) };
  const { status, stderr } = spawnSync(process.execPath, ["local-app.js"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return join(folder, "cdktf.out");
}

function benchDiff(after: string, rounds: number, env: NodeJS.ProcessEnv): void {
  print(`\nserverform diff --against, ${diffedRoutes} routes, one of which has changed`);
  const before = `${after}-before`;
  cpSync(after, before, { recursive: true });
  for (const stack of readdirSync(join(before, "stacks"))) {
    const file = join(before, "stacks", stack, "cdk.tf.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"GET /hello"', '"GET /hallo"'));
  }
  const args = [join(dist, "cli/main.js"), "diff", "--against", before, "--from", after, "--json"];
  const times = Array.from({ length: rounds }, () => {
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    if (status !== 0 || !stdout.includes("GET /hallo")) throw new Error(stderr || stdout);
    return (performance.now() - begun) / 1000;
  });
  printTarget("the comparison", median(times), 2, " s");
}

async function benchServing(json: string, rounds: number): Promise<void> {
  print(`\nserveLocal of serverform/testing, Terraform JSON with ${servedRoutes} routes`);
  const begun = performance.now();
  const { serveLocal } = require(join(dist, "testing")) as { readonly serveLocal: typeof ServeLocal };
  const times: number[] = [];
  // As test files of one process that follow each other.
  for (let file = 0; file <= rounds * 3; file++) {
    const from = file === 0 ? begun : performance.now();
    const server = await serveLocal(json);
    const time = performance.now() - from;
    if (file === 0) print(`  the first, with loading: ${time.toFixed(0)} ms`);
    else times.push(time);
    await server.stop();
  }
  printTarget("each further one", median(times), 150, " ms", 0);
}
