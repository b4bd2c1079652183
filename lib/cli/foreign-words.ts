import type { Command } from "commander";

/** Commands of other tools (SST, Serverless Framework, SAM, AWS CDK, CDKTF, Terraform, npm), and their equivalents here. */
export const foreignCommands = {
  add: "npm install",
  apply: "serverform deploy",
  bootstrap: "serverform deploy: there is nothing to prepare in the account",
  certify: "serverform deploy: customDomain of an API or a site creates its certificate",
  config: "--stage, --region and --profile of the command, or the props of the App",
  context: "context in cdktf.json",
  create: "serverform init",
  debug: "serverform local --console",
  delete: "serverform remove",
  destroy: "serverform remove",
  dev: "serverform local (without AWS), or serverform start (with a stage of your own in AWS)",
  doctor: "serverform build, which names what is wrong",
  fmt: "serverform build, which writes the JSON for Terraform",
  gc: "nothing: the account has no store of assets for deployments",
  "gen-policy": "serverform local permissions",
  generate: "serverform types, or serverform deploy --outputs-file <file>",
  "generate-event": "serverform local invoke <function> <event>",
  get: "npm install @cdktf/provider-<name>",
  hydrate: "npm install",
  import: "terraform import <address> <id>, in the folder of the stack below cdktf.out/stacks",
  info: "serverform build",
  install: "npm install",
  invoke: "serverform local invoke",
  list: "serverform build",
  login: "serverform deploy --profile <name>",
  ls: "serverform build",
  manage: "serverform bind -- <command>",
  new: "serverform init",
  notices: "serverform build, which prints them",
  offline: "serverform local",
  output: "serverform deploy --outputs-file <file>",
  outputs: "serverform deploy --outputs-file <file>",
  package: "serverform build",
  "pipeline-deploy": "serverform deploy --yes --stage <name>",
  plan: "serverform diff",
  preview: "serverform diff",
  print: "serverform build",
  provision: "serverform deploy",
  pull: "serverform secrets get <name>, for values of a stage; the app itself is its source",
  push: "serverform deploy",
  refresh: "serverform diff, which reads the account",
  "remove-stack": "serverform remove",
  rollback: "serverform deploy, with the earlier commit",
  rm: "serverform remove",
  run: "serverform bind",
  sandbox: "serverform local (without AWS), or serverform start (with a stage of your own in AWS)",
  secret: "serverform secrets",
  serve: "serverform local",
  shell: "serverform bind",
  "start-api": "serverform local",
  state: "terraform state, in the folder of the stack below cdktf.out/stacks",
  status: "serverform stacks",
  sync: "serverform deploy --code-only",
  synth: "serverform build",
  synthesize: "serverform build",
  tail: "serverform logs",
  telemetry: "nothing: no command sends usage data",
  test: "serverform bind -- npm test, for tests that use a deployed stage",
  tunnel: "nothing: to reach what is in a VPC, use a VPN or a bastion host of the account",
  undeploy: "serverform remove",
  unlock: "terraform force-unlock <id>, in the folder of the stack below cdktf.out/stacks",
  up: "serverform deploy",
  upgrade: "serverform update",
  validate: "serverform build",
  version: "serverform --version",
  watch: "serverform start",
  whoami: "aws sts get-caller-identity",
} as const;

/** The same for subcommands: `serverform secrets delete`. If there are several candidates, only existing commands are named. */
const foreignSubcommands = {
  add: ["set", "create"],
  delete: ["remove"],
  destroy: ["remove"],
  load: ["set"],
  ls: ["list"],
  new: ["create"],
  put: ["set"],
  read: ["get"],
  rm: ["remove"],
  run: ["migrate"],
  show: ["get", "list"],
  undo: ["rollback"],
  unset: ["remove"],
  up: ["migrate"],
  down: ["rollback"],
  status: ["list"],
} as const;

export const foreignOptions = {
  "--all": "nothing: all stacks are the default",
  "--auto-approve": "--yes",
  "--aws-profile": "--profile <name>",
  "--capabilities": "nothing: a deployment needs no acknowledgement of what it creates",
  "--debug": "--verbose",
  "--dev": "--stage dev",
  "--env": "--stage <name>",
  "--event": "the event as an argument, as JSON or a file: serverform local invoke <function> event.json",
  "--exclusively": "the stack as an argument: serverform deploy <stack>",
  "--function": "the function as an argument",
  "--guided": "nothing: the command asks for what is missing",
  "--force-deploy": "serverform deploy: what has changed is deployed",
  "--no-rollback": "nothing: what was created stays, and the next serverform deploy continues",
  "--outputs": "--outputs-file <file>",
  "--param": "variables of the environment, which the app reads: process.env.NAME",
  "--hotswap": "serverform deploy --code-only",
  "--print-logs": "--verbose",
  "--prod": "--stage prod",
  "--production": "--stage prod",
  "--require-approval": "--yes",
  "--stack": "the stack as an argument: serverform deploy <stack>",
  "--stack-name": "the stack as an argument: serverform deploy <stack>",
  "--target": "the stack as an argument: serverform deploy <stack>",
  "--use-container": "nothing: packages of functions are made for Lambda on every machine",
  "--watch": "serverform start, or serverform local",
  "-e": "--stage <name>",
  "-f": "serverform deploy --code-only, which uploads the code that has changed",
  "-r": "--region <name>",
  "-s": "--stage <name>",
} as const;

/** Like `ownValue`, which is not loaded at the start of the command line. */
const findIn = <Use>(table: Readonly<Record<string, Use>>, word: string): Use | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/**
 * An error of Commander with a remedy: the equivalent of another tool's command or option, else the usage of the command.
 *
 * @param command - the command that was called
 */
export function translated(message: string, command: Command): string {
  const [head, kind, word = ""] = /^error: unknown (command|option) '([^'=]+)[^']*'/.exec(message) ?? [];
  if (head !== undefined) {
    const found = kind === "option" ? optionFor(command, word) : commandFor(command, word);
    if (found !== undefined) return `${head}\nUse: ${found}\n`;
    if (/\(Did you mean /.test(message)) return message;
  }
  const used = /^error: too many arguments/.test(message)
    ? findIn<string>(foreignCommands, command.args[0] ?? "")
    : undefined;
  if (used !== undefined) return `${message.trimEnd()}\nUse: ${used}\n`;
  const flags = /^error: option '([^']+)' argument missing/.exec(message)?.[1];
  return `${message.trimEnd()}\n${flags === undefined ? usageOf(command) : `Write a value after it: ${flags}`}\n`;
}

function optionFor(command: Command, word: string): string | undefined {
  const found = findIn<string>(foreignOptions, word);
  // The function is an argument of several commands.
  if (word !== "--function" || command.registeredArguments.length === 0) return found;
  return `${found}: ${nameOf(command)} <function>`;
}

function commandFor(command: Command, word: string): string | undefined {
  if (command.parent === null) return findIn(foreignCommands, word);
  const names = command.commands.map((each) => each.name());
  const found = findIn<readonly string[]>(foreignSubcommands, word)?.find((name) => names.includes(name));
  return found === undefined ? undefined : `${nameOf(command)} ${found}`;
}

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

function usageOf(command: Command): string {
  const required = command.options.filter(({ mandatory }) => mandatory);
  const meanings = [
    ...command.registeredArguments.map((each) => [each.name(), each.description, each.argChoices] as const),
    ...required.map((each) => [each.flags, each.description, each.argChoices] as const),
  ];
  const names = command.commands.map((each) => each.name()).filter((name) => name !== "help");
  return [
    `Usage: ${nameOf(command)} ${command.usage()}`,
    ...meanings.flatMap(([name, text, choices]) =>
      text === "" ? [] : [`  ${name}: ${text}${choices === undefined ? "" : ` (${choices.join(", ")})`}`],
    ),
    ...(names.length === 0 ? [] : [`Commands: ${names.join(", ")}`]),
    `More: ${nameOf(command)} --help`,
  ].join("\n");
}
