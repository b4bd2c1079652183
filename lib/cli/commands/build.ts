import { resolve } from "node:path";
import { printBuild } from "../project/build-summary";
import { type GlobalOptions, prepare } from "../project/command-context";
import { generateSchemas } from "../schemagen/generate";

/** `serverform build`: writes the Terraform configuration and lists what is in it. */
export async function build(options: GlobalOptions): Promise<number> {
  const prepared = await prepare(options, { command: "build", account: false });
  const { terminal, interrupt, project, synthesize } = prepared;
  try {
    const stacks = await synthesize();
    await generateSchemas(prepared);
    printBuild(terminal, stacks, project.root, resolve(project.root, project.output));
    return 0;
  } finally {
    interrupt.release();
  }
}
