import {
  type CommandContext,
  type CommandRequirements,
  type GlobalOptions,
  runInContext,
} from "../project/command-context";

/** The first interrupt prints nothing, since a local server ends immediately. */
const onInterrupt = { first: "", second: "Ending the processes that are still running." } as const;

/** Runs a `local` command in its context. These commands use no AWS account. */
export function runInLocalContext<Result>(
  options: GlobalOptions,
  requirements: Pick<CommandRequirements, "command" | "withoutProject">,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  return runInContext(options, { ...requirements, account: false, onInterrupt }, (context) => {
    // Development servers of sites also read it.
    process.env.IS_LOCAL = "true";
    return work(context);
  });
}
