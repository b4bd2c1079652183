/** The commands of other tools, above all SST, AWS CDK, CDKTF, the Serverless Framework and SAM, and the command here. */
export const foreignCommands: Readonly<Record<string, string>> = {
  add: "Install packages with npm: npm install <package>.",
  apply: "Write: serverform deploy.",
  bootstrap: "There is nothing to prepare in the account: serverform deploy.",
  console:
    "Requests, messages and logs of this machine: serverform local. Logs of a stage: serverform logs --follow.",
  delete: "Write: serverform remove.",
  destroy: "Write: serverform remove.",
  dev: "On this machine alone: serverform local. With a deployed stage whose functions run here: serverform start.",
  get: "Bindings of providers are packages of npm: npm install @cdktf/provider-<name>.",
  import: "Pass what exists below cdk of a construct, for example cdk: { table: <data source> }.",
  info: "The outputs of a deployment: serverform deploy --outputs-file <file>.",
  init: "Create an app: cdktf init --template=typescript --local, then npm install serverform.",
  install: "Install packages with npm: npm install <package>.",
  invoke: "Run a function of the local server: serverform local invoke <function>.",
  list: "The stacks and what they have: serverform build.",
  ls: "The stacks and what they have: serverform build.",
  metrics: "Metrics are in CloudWatch; the logs of functions: serverform logs.",
  offline: "Write: serverform local.",
  output: "The outputs of a deployment: serverform deploy --outputs-file <file>.",
  package: "Write: serverform build.",
  plan: "Write: serverform diff. To apply exactly that plan later: serverform diff --out <file>.",
  preview: "Write: serverform diff.",
  print: "The Terraform JSON is in the output folder: serverform build.",
  refresh: "Terraform reads the account before each plan: serverform diff.",
  rollback: "Deploy the earlier commit again: serverform deploy.",
  run: "With the environment of a stage: serverform bind <command>.",
  secret: "Write: serverform secrets set <name>.",
  shell: "With the environment of a stage: serverform bind <command>.",
  sync: "Deploy only code: serverform deploy --code-only. With each change: serverform start.",
  synth: "Write: serverform build.",
  synthesize: "Write: serverform build.",
  telemetry: "Nothing is sent to anybody, so there is nothing to switch off.",
  test: "Tests are run by your test runner: npm test.",
  types: "Types of bindings are written by each synthesis: serverform build.",
  unlock: "Terraform releases a lock in the folder of the stack: terraform force-unlock <id>.",
  up: "Write: serverform deploy.",
  validate: "Each synthesis checks the app: serverform build.",
  version: "Write: serverform --version.",
  watch: "With each change: serverform start, or serverform local on this machine.",
};

/** Options of other tools, and what is here in their place. */
export const foreignOptions: Readonly<Record<string, string>> = {
  "--all": "All stacks are the default: leave it out.",
  "--auto-approve": "Write --yes.",
  "--aws-profile": "Write --profile <name>.",
  "--config": "Stages are --stage <name>.",
  "--debug": "Write --verbose.",
  "--env": "Write --stage <name>.",
  "--force-deploy": "Leave it out: Terraform deploys what has changed.",
  "--guided": "Leave it out: the command asks for what is missing.",
  "--hotswap": "Write --code-only.",
  "--increase-timeout": "It is an option of serverform start.",
  "--no-fail-on-empty-changeset": "Leave it out: a deployment without changes succeeds.",
  "--output": "The output folder is output in cdktf.json.",
  "--prod": "Write --stage prod.",
  "--require-approval": "Write --yes to deploy without a question.",
  "--resolve-s3": "Leave it out: code is uploaded with each function.",
  "--stack": "Name the stack as an argument: serverform deploy <stack>.",
  "--stack-name": "Name the stack as an argument: serverform deploy <stack>.",
  "--watch": "With each change: serverform start, or serverform local on this machine.",
  "-e": "Write --stage <name>.",
  "-r": "Write --region <name>.",
  "-s": "Write --stage <name>.",
};

/** What to write in place of an option that the command line does not know; an empty text if nothing is known. */
export function adviceOnOption(error: string): string {
  const [, option = ""] = /unknown option '(-{1,2}[\w-]+)/.exec(error) ?? [];
  return Object.hasOwn(foreignOptions, option) ? `${foreignOptions[option]}\n` : "";
}
