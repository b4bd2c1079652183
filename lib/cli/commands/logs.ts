import type { Command } from "commander";
import type { LogsOptions } from "../logs/run";

/** `serverform logs [target]`: the logs of the functions of a stage. */
export function declareLogs(program: Command): void {
  program
    .command("logs")
    .argument("[target]", 'a function by name or construct path, or a route: "GET /notes"; may contain *')
    .description("print the logs of the functions of a stage")
    .option("-f, --follow", "print new lines until the command is interrupted")
    .option("--since <time>", "start of the time range: 30s, 10m, 2h, 1d, or an ISO 8601 time", "10m")
    .option("--filter <pattern>", "only lines that match this filter pattern of CloudWatch Logs")
    .option("--json", "print one JSON object per line")
    .action(async (target: string | undefined, _options: object, command: Command) => {
      const { runLogs } = await import("../logs/run.js");
      await runLogs(target, command.optsWithGlobals<LogsOptions>());
    });
}
