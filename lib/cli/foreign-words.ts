/** Commands of other tools (SST, Serverless Framework, SAM, AWS CDK, CDKTF, Terraform, npm), and what does the same here. */
export const foreignCommands = {
  add: "npm install",
  apply: "serverform deploy",
  bootstrap: "serverform deploy: there is nothing to prepare in the account",
  create: "serverform init",
  delete: "serverform remove",
  destroy: "serverform remove",
  dev: "serverform local (without AWS), or serverform start (with a stage of your own in AWS)",
  get: "npm install @cdktf/provider-<name>",
  info: "serverform build",
  install: "npm install",
  invoke: "serverform local invoke",
  list: "serverform build",
  login: "serverform deploy --profile <name>",
  ls: "serverform build",
  new: "serverform init",
  offline: "serverform local",
  output: "serverform deploy --outputs-file <file>",
  package: "serverform build",
  plan: "serverform diff",
  preview: "serverform diff",
  print: "serverform build",
  provision: "serverform deploy",
  refresh: "serverform diff, which reads the account",
  "remove-stack": "serverform remove",
  rollback: "serverform deploy, with the earlier commit",
  rm: "serverform remove",
  run: "serverform bind",
  secret: "serverform secrets",
  serve: "serverform local",
  shell: "serverform bind",
  "start-api": "serverform local",
  sync: "serverform deploy --code-only",
  synth: "serverform build",
  synthesize: "serverform build",
  test: "serverform bind -- npm test, for tests that use a deployed stage",
  undeploy: "serverform remove",
  unlock: "terraform force-unlock <id>, in the folder of the stack below cdktf.out/stacks",
  up: "serverform deploy",
  upgrade: "serverform update",
  validate: "serverform build",
  version: "serverform --version",
  watch: "serverform start",
} as const;

/** Options of other tools. */
export const foreignOptions = {
  "--all": "nothing: all stacks are the default",
  "--auto-approve": "--yes",
  "--aws-profile": "--profile <name>",
  "--debug": "--verbose",
  "--dev": "--stage dev",
  "--env": "--stage <name>",
  "--guided": "nothing: the command asks for what is missing",
  "--hotswap": "serverform deploy --code-only",
  "--prod": "--stage prod",
  "--production": "--stage prod",
  "--require-approval": "--yes",
  "--stack": "the stack as an argument: serverform deploy <stack>",
  "--stack-name": "the stack as an argument: serverform deploy <stack>",
  "--watch": "serverform start, or serverform local",
  "-e": "--stage <name>",
  "-r": "--region <name>",
  "-s": "--stage <name>",
} as const;

const findIn = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** An error of Commander about an unknown command or option, which names what other tools' words are here. */
export function translated(message: string): string {
  const [head, kind, word = ""] = /^error: unknown (command|option) '([^'=]+)[^']*'/.exec(message) ?? [];
  if (head === undefined) return message;
  const found = kind === "command" ? findIn(foreignCommands, word) : findIn(foreignOptions, word);
  return found === undefined ? message : `${head}\nUse: ${found}\n`;
}
