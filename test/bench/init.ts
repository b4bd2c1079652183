import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { RunningCommand } from "../docs/session";
import { NewProjects } from "../package/new-projects";
import { packed } from "../package/packed";
import { columns, median, print, printTarget } from "./figures";

const targetSeconds = 10;

/** Measures the time from an empty folder, after the download of the packages, to the first answer of a new project. */
export async function benchInit(base: string, rounds: number, environment: NodeJS.ProcessEnv): Promise<void> {
  print("\nA new project of the template hello, from an empty folder to its first answer (s): init, in all");
  const tarballs = packed();
  const folder = join(base, "init");
  mkdirSync(folder, { recursive: true });
  const projects = new NewProjects(folder, tarballs);
  const runs = [];
  for (let round = 0; round < rounds; round++)
    runs.push(await measure(projects, `app-${round}`, tarballs.tarball, environment));
  const [made, answered] = [median(runs.map((each) => each.made)), median(runs.map((each) => each.answered))];
  print(columns(made.toFixed(2), answered.toFixed(2)));
  printTarget("init to the first answer", answered, targetSeconds, " s");
}

async function measure(projects: NewProjects, name: string, tarball: string, environment: NodeJS.ProcessEnv) {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const project = projects.create(name, "--template", "hello", "--from", tarball);
  const made = seconds();
  const server = new RunningCommand("serverform local --port 0", {
    cwd: project,
    env: projects.environment(environment),
  });
  try {
    await server.until((output) => output.includes("Ready."));
    const [, url = ""] = new RegExp(`^dev-${name}-Api +(http://\\S+)`, "m").exec(server.output) ?? [];
    const { status } = await fetch(url);
    if (status !== 200) throw new Error(`The first answer of ${url} has the status ${status}`);
    return { made, answered: seconds() };
  } finally {
    await server.interrupt();
  }
}
