import type { Command } from "commander";
import { collect } from "../command-line";
import type { McpOptions } from "../mcp/serve";

/** `serverform mcp`: tools for coding agents, by the Model Context Protocol. */
export function declareMcp(program: Command): void {
  program
    .command("mcp")
    .description("serve tools for coding agents, through the Model Context Protocol")
    .option(
      "--write",
      "also offer tools that change something: requests of any method, invocations, messages",
    )
    .option(
      "--http [port]",
      "serve HTTP on this machine (default: any free port), instead of stdin and stdout",
    )
    .option("--from <folder>", "serve this Terraform JSON, instead of running the app")
    .option("--data <folder>", "folder with the data of the local server, if none is running")
    .option("--endpoint <name=url>", "as of serverform local, if none is running; repeatable", collect)
    .option("--permissions <mode>", "as of serverform local, if none is running")
    .option("--fast-retries", "as of serverform local, if none is running")
    .action(async (_options: object, command: Command) => {
      const { serveMcp } = await import("../mcp/serve.js");
      await serveMcp(command.optsWithGlobals<McpOptions>());
    });
}
