import type { Command } from "commander";

/** `serverform local inbox`: prints the mails and messages of the running server. */
export function declareLocalInbox(local: Command): void {
  local
    .command("inbox")
    .description("print the mails and messages that the running local server kept on this machine")
    .option("--json", "print a JSON array of the messages")
    .action(async (_options: object, command: Command) => {
      const { askAboutUsers } = await import("../../local/users.js");
      const { Terminal } = await import("../../ui/terminal.js");
      new Terminal().data(await askAboutUsers(command.optsWithGlobals(), { action: "inbox" }));
    });
}
