/** Commands of other tools (SST, Serverless Framework, SAM, AWS CDK, CDKTF, Terraform, npm), and what does the same here. */
const commands = {
  add: "npm install",
  apply: "serverform deploy",
  console: "serverform local",
  create: "serverform init",
  destroy: "serverform remove",
  dev: "serverform local (without AWS), or serverform start (with a stage of your own in AWS)",
  get: "npm install @cdktf/provider-<name>",
  info: "serverform build",
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
  provision: "serverform deploy",
  "remove-stack": "serverform remove",
  rm: "serverform remove",
  run: "serverform bind",
  secret: "serverform secrets",
  serve: "serverform local",
  shell: "serverform bind",
  "start-api": "serverform local",
  sync: "serverform deploy --code-only",
  synth: "serverform build",
  test: "serverform bind -- npm test, for tests that use a deployed stage",
  types: "serverform build, which writes the types of bound resources",
  undeploy: "serverform remove",
  unlock: "terraform force-unlock <id>, in the folder of the stack below cdktf.out/stacks",
  up: "serverform deploy",
  upgrade: "serverform update",
  watch: "serverform start",
} as const;

/** Options of other tools. */
const options = {
  "--auto-approve": "--yes",
  "--aws-profile": "--profile <name>",
  "--dev": "--stage dev",
  "--hotswap": "serverform deploy --code-only",
  "--prod": "--stage prod",
  "--production": "--stage prod",
  "--require-approval": "--yes",
  "--stack": "the stack as an argument: serverform deploy <stack>",
} as const;

const findIn = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** An error of Commander about an unknown command or option, which names what other tools' words are here. */
export function translated(message: string): string {
  const [head, kind, word = ""] = /^error: unknown (command|option) '([^'=]+)[^']*'/.exec(message) ?? [];
  if (head === undefined) return message;
  const found = kind === "command" ? findIn(commands, word) : findIn(options, word);
  return found === undefined ? message : `${head}\nUse: ${found}\n`;
}
