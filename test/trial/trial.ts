import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { packed } from "../package/packed";
import { TrialFolders } from "./folders";
import { solve, tasks, wordsOf } from "./tasks";

/** A variable with the command line of an agent. In it, `{prompt}` is the task; without it, the task comes on stdin. */
const agentVariable = "TRIAL_AGENT";

/** How long an agent may work at a task. */
const agentMinutes = 20;

/** `npm run trial [-- <task>...]`: has the tasks done by an agent or by their scripts, and checks them. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(tasks, name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(", ")}. Tasks: ${Object.keys(tasks).join(", ")}`);
  const agent = process.env[agentVariable];
  const folders = new TrialFolders(packed().tarball, agent === undefined ? "script" : "agent");
  try {
    for (const name of names.length > 0 ? names : Object.keys(tasks)) await run(name, folders, agent);
  } finally {
    // An agent's work is worth a look; the folders of scripts are removed.
    if (agent === undefined) rmSync(folders.base, { recursive: true, force: true });
    else print(`The folders are in ${folders.base}.`);
  }
}

async function run(name: string, folders: TrialFolders, agent: string | undefined): Promise<void> {
  const task = tasks[name];
  if (task === undefined) return;
  const folder = folders.start(name, task);
  const begin = Date.now();
  let papers: number | undefined;
  const failed: string[] = [];
  try {
    papers =
      agent === undefined
        ? await solve(name, folder, folders.environment)
        : await ask(agent, folder, wordsOf(name));
  } catch (error) {
    failed.push(String(error));
  }
  const seconds = Math.round((Date.now() - begin) / 1000);
  const reasons = [...failed, ...(await task.check(folder))];
  const read = papers === undefined ? "" : `  ${papers} bytes of papers`;
  print(`${reasons.length === 0 ? "done    " : "not done"}  ${name.padEnd(20)}  ${seconds} s${read}`);
  for (const reason of reasons) print(`          ${reason}`);
  if (reasons.length > 0) process.exitCode = 1;
}

/** Has an agent do a task in a folder. The check decides, regardless of the agent's last message. */
async function ask(agent: string, folder: string, prompt: string): Promise<undefined> {
  const command = agent.replaceAll("{prompt}", '"$TRIAL_PROMPT"');
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, TRIAL_PROMPT: prompt },
    stdio: ["pipe", "inherit", "inherit"],
    timeout: agentMinutes * 60_000,
  });
  // An agent that takes the task as an argument may not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(command === agent ? prompt : "");
  await once(child, "close");
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

void main(process.argv.slice(2));
