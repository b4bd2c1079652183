import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { columns, median, print, printTarget } from "./figures";
import { writeProject } from "./project";

const commandLine = resolve(__dirname, "../../dist/cli/main.js");
const repeats = 3;
const targetMs = 1000;

/** Needs no provider, so that only Terraform and the command line are measured. */
const app = `
const { DataResource } = require("cdktf");
const { App, Stack } = require("serverform");
const app = new App({ name: "bench", stage: "dev", region: "eu-west-1" });
new DataResource(new Stack(app, "Main"), "Data", { input: { text: "same" } });
app.synth();
`;

/** Measures `serverform deploy` of an app that is deployed unchanged, beside `terraform plan` alone. */
export function benchUnchangedDeploy(base: string, rounds: number, environment: NodeJS.ProcessEnv): void {
  print("\nserverform deploy with nothing changed");
  if (spawnSync("terraform", ["version"]).status !== 0) {
    print("  left out, because there is no terraform here");
    return;
  }
  const folder = join(base, "deploy");
  writeProject(folder, 1);
  writeFileSync(join(folder, "app.js"), app);
  const time = (command: string, args: readonly string[], cwd: string): number => {
    const startedAt = performance.now();
    execFileSync(command, args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    return performance.now() - startedAt;
  };
  const deploy = () => time(process.execPath, [commandLine, "deploy", "--stage", "dev", "--yes"], folder);
  const plan = () =>
    time("terraform", ["plan", "-input=false"], join(folder, "cdktf.out/stacks/dev-bench-Main"));
  deploy();
  const [deploys, plans] = [[], []] as [number[], number[]];
  // They take turns, so that a busy machine is as slow for one as for the other.
  for (let round = 0; round < rounds * repeats; round++) {
    deploys.push(deploy());
    plans.push(plan());
  }
  print(columns(median(deploys).toFixed(0), " ms  ", "serverform deploy"));
  print(columns(median(plans).toFixed(0), " ms  ", "terraform plan"));
  const more = median(deploys.map((each, index) => each - (plans[index] ?? each)));
  printTarget("deploy above plan", more, targetMs, " ms", 0);
}
