import type { Command } from "commander";
import type { UsersCommand } from "../../../local";
import type { LocalCommandOptions } from "../../local/options";

interface UsersOptions extends LocalCommandOptions {
  readonly pool?: string;
  readonly password?: string;
  readonly group?: readonly string[];
  readonly attribute?: readonly string[];
}

/** `serverform local users`: the users of the running server. */
export function declareLocalUsers(local: Command): void {
  const users = local.command("users").description("list and change the users of the running local server");
  const declare = (name: string, description: string): Command =>
    users
      .command(name)
      .description(description)
      .option("--pool <name>", "name, id or construct path of the user pool")
      .option("--json", "print a JSON array of the users");
  declare("list", "list the users").action((_options: object, command: Command) =>
    run(command, ({ pool }) => ({ action: "list", pool })),
  );
  declare("create", "create a user; without a password, the inbox has a temporary one")
    .argument("<name>", "name, email address or phone number of the user")
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
  declare("confirm", "confirm a user who has signed up")
    .argument("<name>", "the user")
    .action((name: string, _options: object, command: Command) =>
      run(command, ({ pool }) => ({ action: "confirm", name, pool })),
    );
  declare("set-password", "set the password of a user")
    .argument("<name>", "the user")
    .argument("<password>", "the new password")
    .action((name: string, password: string, _options: object, command: Command) =>
      run(command, ({ pool }) => ({ action: "set-password", name, password, pool })),
    );
  declare("add-to-group", "add a user to a group")
    .argument("<name>", "the user")
    .argument("<group>", "the group")
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
