import type { Command } from "commander";
import type { UsersCommand } from "../../../local";
import type { LocalCommandOptions } from "../../local/options";

interface UsersOptions extends LocalCommandOptions {
  readonly pool?: string;
  readonly password?: string;
  readonly group?: readonly string[];
  readonly attribute?: readonly string[];
}

const jsonOption = ["--json", "print a JSON array of the users"] as const;
const poolOption = ["--pool <name>", "name, id or construct path of the user pool"] as const;

/** `serverform local users`: the users of the running server. */
export function declareLocalUsers(local: Command): void {
  const users = local.command("users").description("list and change the users of the running local server");
  users
    .command("list")
    .description("list the users")
    .option(...poolOption)
    .option(...jsonOption)
    .action((_options: object, command: Command) => run(command, ({ pool }) => ({ action: "list", pool })));
  users
    .command("create")
    .argument("<name>", "name, email address or phone number of the user")
    .description("create a user; without a password, the inbox has a temporary one")
    .option(...poolOption)
    .option(...jsonOption)
    .option("--password <text>", "a password that need not be changed")
    .option("--group <name...>", "groups of the user")
    .option("--attribute <name=value...>", "attributes of the user")
    .action((name: string, _options: object, command: Command) =>
      run(command, ({ pool, password, group, attribute }) => ({
        action: "create",
        name,
        pool,
        password,
        groups: group,
        attributes: attributesIn(attribute),
      })),
    );
  users
    .command("confirm")
    .argument("<name>", "the user")
    .description("confirm a user who has signed up")
    .option(...poolOption)
    .option(...jsonOption)
    .action((name: string, _options: object, command: Command) =>
      run(command, ({ pool }) => ({ action: "confirm", name, pool })),
    );
  users
    .command("set-password")
    .argument("<name>", "the user")
    .argument("<password>", "the new password")
    .description("set the password of a user")
    .option(...poolOption)
    .option(...jsonOption)
    .action((name: string, password: string, _options: object, command: Command) =>
      run(command, ({ pool }) => ({ action: "set-password", name, password, pool })),
    );
  users
    .command("add-to-group")
    .argument("<name>", "the user")
    .argument("<group>", "the group")
    .description("add a user to a group")
    .option(...poolOption)
    .option(...jsonOption)
    .action((name: string, group: string, _options: object, command: Command) =>
      run(command, ({ pool }) => ({ action: "add-to-group", name, group, pool })),
    );
}

async function run(command: Command, request: (options: UsersOptions) => UsersCommand): Promise<void> {
  const { askAboutUsers } = await import("../../local/users.js");
  const { Terminal } = await import("../../ui/terminal.js");
  const options = command.optsWithGlobals<UsersOptions>();
  new Terminal().data(await askAboutUsers(options, request(options)));
}

/** `name=Ada` becomes an attribute; a text without a value is empty. */
function attributesIn(given: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf("=");
      return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
