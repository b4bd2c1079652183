import { resolve } from "node:path";
import { printBuild } from "../build-summary";
import { type GlobalOptions, prepare } from "../preparation";

/** `serverform build`: writes the Terraform configuration and lists what is in it. */
export async function build(options: GlobalOptions): Promise<number> {
  const { terminal, interrupt, project, synthesize } = await prepare(options, {
    command: "build",
    account: false,
  });
  try {
    const stacks = await synthesize();
    printBuild(terminal, stacks, project.root, resolve(project.root, project.output));
    return 0;
  } finally {
    interrupt.release();
  }
}
