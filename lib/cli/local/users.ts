import type { InboxMessage, ListedUser, UsersAnswer, UsersCommand } from "../../local";
import { fail } from "../errors";
import { findProject } from "../project/project";
import { alignColumns } from "../ui/columns";
import { mapTexts, printableJson, printableText } from "../ui/printable-text";
import type { LocalCommandOptions } from "./options";
import { askFirstServer } from "./running-server";

/** The output of `local users --json`: the users of the command. */
export type UsersOutput = readonly ListedUser[];

/** The output of `local inbox --json`. */
export type InboxOutput = readonly InboxMessage[];

/** Sends a command about users to the running server, and returns the text to print. */
export async function askAboutUsers(options: LocalCommandOptions, command: UsersCommand): Promise<string> {
  const { root } = findProject(process.cwd(), options);
  const answer =
    (await askFirstServer<UsersAnswer>(root, command, "/users")) ??
    fail(`serverform local ${nameOf(command)}`, "local-server-missing", nameOf(command), {});
  if ("problem" in answer)
    return fail(`serverform local ${nameOf(command)}`, "local-users-refused", "users", {
      reason: answer.problem,
    });
  if (options.json === true)
    return printableJson(
      "users" in answer ? (answer.users satisfies UsersOutput) : (answer.messages satisfies InboxOutput),
    );
  // Names, attributes and mails are input of clients.
  return "users" in answer
    ? describeUsers(mapTexts(answer.users, printableText))
    : answer.messages.map(describeMessage).join("\n\n");
}

const nameOf = ({ action }: UsersCommand): string => (action === "inbox" ? action : `users ${action}`);

function describeUsers(users: readonly ListedUser[]): string {
  return alignColumns(
    users.map(({ pool, username, status, attributes, groups }) => [
      pool,
      attributes.email ?? attributes.phone_number ?? username,
      status,
      groups.join(","),
      username,
    ]),
  ).join("\n");
}

function describeMessage({ text, ...facts }: InboxMessage): string {
  const { at, medium, to, subject, sender } = mapTexts(facts, printableText);
  const kind = medium === "EMAIL" ? "Mail" : "SMS";
  const by = sender === undefined ? "" : `  (sent by ${sender})`;
  return [
    `${at}  ${kind} to ${to}${by}`,
    ...(subject === undefined ? [] : [`  ${subject}`]),
    ...text.split(/\r?\n/).map((line) => `  ${printableText(line)}`),
  ].join("\n");
}
