import { type Interrupt, Terminal } from "../../../lib/cli";
import { readSynthesizedStacks, type SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { type Engine, openEngine } from "../../../lib/cli/terraform/engine";
import { initializeStacks } from "../../../lib/cli/terraform/stack-runs";
import { Terraform } from "../../../lib/cli/terraform/terraform";
import { cleanEnvironment, type Project } from "./cli";

/** The default interrupt in tests without Ctrl-C. */
export function noInterrupt(): Interrupt {
  const never = new AbortController().signal;
  return { first: never, second: never, running: new Set(), release: () => {} };
}

/** The first stack of a project that is built, and an engine with the real Terraform. */
export async function openFirstStack(
  project: Project,
): Promise<{ readonly engine: Engine; readonly target: SynthesizedStack }> {
  const terminal = new Terminal();
  jest.spyOn(terminal, "print").mockReturnValue();
  const interrupt = noInterrupt();
  const terraform = new Terraform(terminal, interrupt, { ...cleanEnvironment(), ...project.environment });
  const stacks = readSynthesizedStacks(project.path("cdktf.out"));
  const engine = openEngine({ terminal, interrupt }, terraform, stacks, "Deploying");
  await initializeStacks(stacks, engine);
  const [target] = stacks;
  if (target === undefined) throw new Error("The app has no stack.");
  return { engine, target };
}
