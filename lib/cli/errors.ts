import { bundleTexts } from "../bundle/errors";
import { arnPrefix } from "../facts/aws/arns";
import { type ErrorTexts, type Fail, failWith, type Problem, problemWith } from "../facts/errors/error";
import { chooseFrom, didYouMean, findMeant, listOf, oneOf, show } from "../facts/errors/words";
import { coreTexts } from "../kit/core/errors";

/** Texts about the command line. */
export const cliTexts = {
  // Schema generation
  "schemagen-module-failed": ({ value, output }: { value: string; output: string }) => ({
    problem: `is ${show(value)}, which ended in an error while it was loaded.`,
    remedy: `Correct this; a package that Node.js cannot load by itself belongs in schemagen.internalPackages:\n${output}`,
  }),
  "schemagen-no-schema": ({ value, exports }: { value: string; exports: readonly string[] }) => ({
    problem: `is ${show(value)}, which exports no GraphQL schema.`,
    remedy: `Export it: export const schema = builder.toSchema(). It exports: ${exports.join(", ") || "nothing"}.`,
  }),
  "schemagen-not-written": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be written: ${reason}.`,
    remedy: "Name a file that may be written, relative to the folder of cdktf.json.",
  }),
  // New projects
  "migrate-package-missing": ({ install, run }: { install: string; run: string }) => ({
    problem: "needs the package serverform-migrate, and it is not installed.",
    remedy: `Run it without installing (${run}), or install it: ${install}.`,
  }),
  "node-too-old": ({ value, needed }: { value: string; needed: number }) => ({
    problem: `is ${show(value)}; the command line needs Node.js ${needed} or later.`,
    remedy: `Choose a current version, for example with "nvm install --lts" or "fnm use --lts", and install the packages again with it: npm ci.`,
  }),
  "file-not-writable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be written: ${reason}.`,
    remedy: "Name a file that may be written; folders that are missing are created.",
  }),
  "init-choice-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Write ${oneOf(names)}.${didYouMean(value, names)}`,
  }),
  "init-name-invalid": ({ value, reason, near }: { value: string; reason: string; near: string }) => ({
    problem: `is ${show(value)}. The name of a package ${reason}.`,
    remedy: `Use another folder, or add --name ${near}.`,
  }),
  "init-folder-not-empty": ({ value, files }: { value: string; files: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not empty: it has ${listOf(files.slice(0, 5), Math.max(0, files.length - 5))}.`,
    remedy:
      "Name another folder: serverform init my-app. To add the app to this folder, write a package.json first: npm init -y.",
  }),
  "init-files-exist": ({ value, files }: { value: string; files: readonly string[] }) => ({
    problem: `is ${show(value)}, which has ${listOf(files.slice(0, 5), Math.max(0, files.length - 5))} already. Nothing was written.`,
    remedy: "Rename these files, or put the app into a folder of its own: serverform init infra.",
  }),
  "init-folder-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be written: ${reason}. Nothing was written.`,
    remedy: "Name a folder that you may write.",
  }),
  "init-workspace-root": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is the root of a workspace.`,
    remedy: "Name a folder for the app, as one of its packages: serverform init packages/infra.",
  }),
  "init-ci-in-workspace": ({ value, workspace }: { value: string; workspace: string }) => ({
    problem: `is ${show(value)}, but the folder is a package of the workspace ${workspace}, whose pipeline is at its root.`,
    remedy: "Leave --ci out, and add the steps of docs/pipelines.md to the pipeline of the workspace.",
  }),
  "init-language": ({ value }: { value: unknown }) => ({
    problem: `has the language ${show(value)}, and serverform is for TypeScript.`,
    remedy: "Put the app into a folder of its own: serverform init infra.",
  }),
  "init-package-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, but ${reason}.`,
    remedy: "Use the file that npm pack created: --from ../serverform-0.1.0.tgz.",
  }),
  "init-package-of-other-cdk": ({ value, cdk }: { value: string; cdk: string }) => ({
    problem: `is ${show(value)}, but the package of --from is for ${cdk}.`,
    remedy: `Leave --cdk out, or name the package for ${value}.`,
  }),
  "init-install-failed": ({ command, output }: { command: string; output: string }) => ({
    problem: `was written, but its packages were not installed.`,
    remedy: `Correct this, and run ${command}:\n${output}`,
  }),
  // Command line
  "project-not-found": ({ from }: { from: string }) => ({
    problem: `was found neither in ${from} nor above it.`,
    remedy: "Go to the folder of your app, or create one: serverform init my-app.",
  }),
  "error-code-unknown": ({ value, codes }: { value: string; codes: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not an error code.`,
    remedy: `${nearCodes(value, codes)}serverform explain, without a code, lists all ${codes.length}.`,
  }),
  "docs-nothing-found": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, and no section of the documents has any of these words.`,
    remedy:
      "Search for fewer or other words, in English, or for the name of a construct, a prop or a command.",
  }),
  "stage-required": ({ command }: { command: string }) => ({
    problem: "is missing, no personal stage is set, and there is no terminal to ask on.",
    remedy: `Name the stage: serverform ${command} --stage dev.`,
  }),
  "stage-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}.`,
    remedy: "Write a letter, and then letters, digits and hyphens.",
  }),
  "stack-not-found": ({ pattern, stacks }: { pattern: string; stacks: readonly string[] }) => ({
    problem: `is ${show(pattern)}, which matches no stack.`,
    remedy:
      stacks.length === 0
        ? "The app has no stacks."
        : chooseFrom(pattern, stacks, (words, more) => `Known stacks: ${listOf(words.map(show), more)}.`),
  }),
  "app-failed": ({ command, reason, output }: { command: string; reason: string; output: string }) => ({
    problem: `is ${show(command)}, which failed (${reason}).`,
    remedy: output === "" ? "See its output above." : `${output}\n(--verbose shows the call stack.)`,
  }),
  "app-wrote-nothing": ({ command, file }: { command: string; file: string }) => ({
    problem: `is ${show(command)}, which ended without writing ${file}.`,
    remedy: "Call app.synth() at the end of your app.",
  }),
  "terraform-missing": () => ({
    problem: "was not found.",
    remedy:
      "Install Terraform (https://developer.hashicorp.com/terraform/install), or name another binary: --terraform tofu.",
  }),
  "terraform-unusable": ({ reason }: { reason: string }) => ({
    problem: `cannot be used: ${reason}.`,
    remedy: "Check the installation of Terraform, and --terraform or TERRAFORM_BINARY_NAME if one is set.",
  }),
  "terraform-too-old": ({ version }: { version: string }) => ({
    problem: `is Terraform ${version}, which is too old.`,
    remedy: "Install version 1.4 or later.",
  }),
  "approval-without-terminal": ({ command }: { command: string }) => ({
    problem: "is missing, and there is no terminal to ask on.",
    remedy: `To ${command} without a question, for example in a pipeline: serverform ${command} --yes.`,
  }),
  "plan-unreadable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be used: ${reason}.`,
    remedy: "Create a plan: serverform diff --out <file>.",
  }),
  "plan-differs": ({
    value,
    what,
    planned,
    now,
  }: {
    value: string;
    what: string;
    planned: string;
    now: string;
  }) => ({
    problem: `is ${show(value)}, which is for another ${what}: ${planned}, not ${now}.`,
    remedy: `Create a new plan, and review it: serverform diff --out ${value}.`,
  }),
  "package-file-not-found": ({ from }: { from: string }) => ({
    problem: `was found neither in ${from} nor above it.`,
    remedy: "Go to the folder of your app.",
  }),
  "package-version-unknown": ({ spec, reason }: { spec: string; reason: string }) => ({
    problem: `names ${show(spec)}, which the registry does not offer:\n${reason}`,
    remedy: "Choose a version or a tag that exists, for example latest.",
  }),
  "update-file-unusable": ({ value, name, found }: { value: string; name: string; found: string }) => ({
    problem: `is ${show(value)}, which contains ${found}.`,
    remedy: `Name the file of ${name} that npm pack made in a checkout: ../${name}-0.1.0.tgz.`,
  }),
  "install-of-update-failed": ({ manager, output }: { manager: string; output: string }) => ({
    problem: `could not be installed by ${manager}; the previous version was restored.`,
    remedy: `Its output:\n${output}`,
  }),
  "parameters-unreadable": ({ reason }: { reason: string }) => ({
    problem: `may not read the parameters of the stage: ${reason}`,
    remedy: "The command needs ssm:GetParametersByPath, and kms:Decrypt for secrets.",
  }),
  "logs-refused": ({ reason, rights = "logs:FilterLogEvents" }: { reason: string; rights?: string }) => ({
    problem: `may not read the logs of the stage: ${reason}`,
    remedy: `The command needs ${rights} on the log groups of the stage.`,
  }),
  "logs-since-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a time.`,
    remedy: 'Write how long ago, "30s", "10m", "2h" or "1d", or a time: "2026-11-22T12:00:00Z".',
  }),
  "logs-target-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a function or a route with a function.`,
    remedy:
      names.length === 0
        ? "The app has no functions."
        : chooseFrom(
            value,
            names,
            (words, more) => `Known routes and functions: ${listOf(words.map(show), more)}.`,
          ),
  }),
  "secrets-refused": ({ reason }: { reason: string }) => ({
    problem: `may not use the secrets of the stage: ${reason}`,
    remedy:
      "The command needs ssm:PutParameter, ssm:GetParameter, ssm:GetParametersByPath or ssm:DeleteParameter, and the key of a secret.",
  }),
  "secret-not-set": ({ name, place }: { name: string; place: string }) => ({
    problem: `is ${show(name)}, but no value ${place} is set.`,
    remedy: `Set it: serverform secrets set ${name}. To list the secrets: serverform secrets list.`,
  }),
  "options-exclude": ({ other }: { other: string }) => ({
    problem: `is given together with ${show(other)}.`,
    remedy: "Leave one of them out.",
  }),
  interrupted: (_: object) => ({
    problem: "was interrupted.",
    remedy: "Run it again.",
  }),
  "not-approved": (_: object) => ({
    problem: "was not answered with yes. Nothing was changed.",
    remedy: "Answer yes, or add --yes to skip the question.",
  }),
  "stack-not-planned": ({ output }: { output: string }) => ({
    problem: "could not be planned. Nothing was changed.",
    remedy: `Correct this, and run the command again:\n${output}`,
  }),
  "policy-not-met": ({ count }: { count: number }) => ({
    problem: `has ${count === 1 ? "1 error" : `${count} errors`}. Nothing was deployed.`,
    remedy: "Correct them. To check again without AWS: serverform build.",
  }),
  "option-needs": ({ other }: { other: string }) => ({
    problem: `has no effect without ${other}.`,
    remedy: `Add ${other}, or leave it out.`,
  }),
  // Live development
  "stage-of-production": ({ value, option }: { value: string; option: string }) => ({
    problem: `is ${show(value)}, whose functions serve users.`,
    remedy: `Use a stage of your own: ${option} <your name>. To use this one anyway, add --yes.`,
  }),
  "stage-not-deployed": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, and no resource of this stage is deployed.`,
    remedy: `Deploy it: serverform deploy --stage ${value}. Without a deployed stage: serverform local.`,
  }),
  "state-unreadable": ({ reason }: { reason: string }) => ({
    problem: `has a state that cannot be read: ${reason}`,
    remedy: "Check the backend of the app, and that your credentials may read it.",
  }),
  "claim-invalid": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}: ${reason}.`,
    remedy:
      "Write name=value, with a string, or JSON for other values: --claim email=ada@example.com --claim 'roles=[\"admin\"]'.",
  }),
  "account-differs": ({ caller, deployed }: { caller: string; deployed: string }) => ({
    problem: `belong to the account ${caller}, but the stage is deployed to ${deployed}.`,
    remedy: "Choose the profile of that account (--profile), or another stage.",
  }),
  "stage-protected": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which the app protects: its code and data serve users.`,
    remedy: "Use a stage of your own. The option isProtected of App protects a stage.",
  }),
  "stage-protected-from-removal": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which the app protects: nothing of it was removed.`,
    remedy: "To remove it anyway, set isProtected of App to false for this stage first.",
  }),
  "site-environments-missing": () => ({
    problem: "is missing: no site with an environment was deployed by serverform start in this project.",
    remedy: "Run serverform start, and leave it running: it writes the values of the stage there.",
  }),
  "site-not-found": ({ value, paths }: { value: string; paths: readonly string[] }) => ({
    problem: `is ${show(value)}, which is in no site of the app.`,
    remedy:
      paths.length === 0
        ? "No site of the app has an environment."
        : `Run the command in the folder of a site. Known sites: ${paths.join(", ")}.`,
  }),
  "live-function-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which names no function.`,
    remedy:
      names.length === 0
        ? "The app has no functions."
        : `Write the construct path of a function, or the end of it, with * for any text. Known functions: ${names.slice(0, 8).join(", ")}${names.length > 8 ? ", ..." : ""}.${didYouMean(value, names)}`,
  }),
  "live-output-missing": ({ name }: { name: string }) => ({
    problem: `has no output ${show(name)}.`,
    remedy: "Deploy the debug stack again: serverform start --remove, and then serverform start.",
  }),
  "live-right-missing": ({
    action,
    resource,
    reason,
  }: {
    action: string;
    resource: string;
    reason: string;
  }) => ({
    problem: `lack the permission ${action} on ${resource}: ${reason}`,
    remedy:
      "Developers who run it need execute-api:Invoke on the relay, dynamodb:GetItem and UpdateItem on the table, and s3:GetObject and PutObject on the bucket of the debug stack. The deployed code continues to respond.",
  }),
  "live-table-unreadable": ({ reason }: { reason: string }) => ({
    problem: `cannot be read: ${reason}.`,
    remedy:
      "Check that your credentials belong to the account of the stage (--profile), and the region (--region).",
  }),
  "live-relay-unreachable": ({ reason }: { reason: string }) => ({
    problem: `cannot be reached: ${reason}.`,
    remedy: "Check the network and proxies of this machine. The deployed code continues to respond.",
  }),
  // The command line of the local server
  "local-time-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a time.`,
    remedy: 'Write a whole number and a unit: "90s", "15 minutes", "1h" or "2 days".',
  }),
  "local-not-settled": ({ withinSeconds }: { withinSeconds: number }) => ({
    problem: `waits for work that is not done after ${withinSeconds} seconds of the server's clock.`,
    remedy:
      'A message or event fails again and again: look at `report`. Add a dead-letter queue or fewer retries, or give more time: settled({ within: "6 hours" }).',
  }),
  "local-identity-pool-none": (_: object) => ({
    problem: "needs an identity pool, and the app has none.",
    remedy: "Omit it to sign as the developer, or give the Userbase an identity pool.",
  }),
  "local-seed-invalid": ({
    value,
    reason,
    advice,
  }: {
    value: string;
    reason: string;
    advice?: string | undefined;
  }) => ({
    problem: `is ${show(value)}, which cannot be used: ${reason}.`,
    remedy:
      advice ??
      'Write users like this: { "users": [{ "name": "ada@example.com", "password": "Correct-horse-1", "groups": ["admins"] }] }.',
  }),
  "local-server-missing": (_: object) => ({
    problem: "needs a running local server, but none runs in this project.",
    remedy: "Start it in another terminal: serverform local.",
  }),
  "local-users-refused": ({ reason }: { reason: string }) => ({
    problem: `cannot be changed: ${reason}`,
    remedy: "Correct the command.",
  }),
  "local-identity-role-none": ({ kind }: { kind: string }) => ({
    problem: `needs a role for such users, and the identity pool has no role "${kind}".`,
    remedy: `Give it one in aws_cognito_identity_pool_roles_attachment: roles = { ${kind} = <ARN of the role> }.`,
  }),
  "local-history-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a number of facts.`,
    remedy: "Use a whole number, such as 10000; 0 records nothing.",
  }),
  "local-memory-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a number of MB.`,
    remedy: "Give a whole number, for example 2048. With 0, no idle process is kept.",
  }),
  "local-port-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a port number.`,
    remedy: "Write a number from 1 to 65535, or 0 for any free port.",
  }),
  "local-endpoint-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a service with an address.`,
    remedy: "Write the service and its address: --endpoint sqs=http://127.0.0.1:9324.",
  }),
  "local-endpoint-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `names ${show(value)}, which is neither a service of AWS nor the URI of an integration.`,
    remedy: `Write a service, for example ${oneOf(names.slice(0, 8))}, or a URI that begins with http://, https:// or ${arnPrefix}.${didYouMean(value, names)}`,
  }),
  "local-function-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not the name of a function.`,
    remedy:
      names.length === 0
        ? "The app has no functions."
        : `The functions are ${oneOf(names.slice(0, 20))}${names.length > 20 ? ", ..." : ""}.${didYouMean(value, names)}`,
  }),
  "local-event-invalid": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which is not JSON: ${reason}.`,
    remedy: `Write JSON, '{"id":"1"}', or the name of a file that holds it.`,
  }),
  "rds-database-unknown": ({ value, ids }: { value: string | undefined; ids: readonly string[] }) => ({
    problem:
      value === undefined
        ? ids.length === 0
          ? "cannot be chosen: the app has no RDS with migrations."
          : "is missing, and the app has several databases."
        : `is ${show(value)}, which is not an RDS with migrations.`,
    remedy:
      ids.length === 0 ? 'Add migrations: "migrations" to an RDS.' : `Known databases: ${ids.join(", ")}.`,
  }),
  "rds-migration-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a migration.`,
    remedy: `Known migrations: ${names.join(", ")}.${didYouMean(value, names)}`,
  }),
  "rds-migration-direction": ({ value, isBack }: { value: string; isBack: boolean }) => ({
    problem: isBack
      ? `is ${show(value)}, which has run already.`
      : `is ${show(value)}, which has not run yet.`,
    remedy: isBack
      ? `To undo what came after it: serverform rds rollback --to ${value}.`
      : `To run it: serverform rds migrate --to ${value}.`,
  }),
  "rds-migrator-missing": ({ id, where }: { id: string; where: string }) => ({
    problem: `has no function that migrates ${show(id)} in ${where}.`,
    remedy: "Start the server again, or deploy the stage first.",
  }),
  "rds-migration-failed": ({ reason }: { reason: string }) => ({
    problem: `could not be migrated: ${reason}`,
    remedy: "Correct the migration and run it again. Postgres has rolled back the failed one.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...bundleTexts, ...cliTexts };

/** An error without throwing it. */
export const problem: Problem<typeof texts> = problemWith(texts);

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);

/** Refuses an option in combination with others that would be ignored. */
export function refuseCombination(
  command: string,
  option: string,
  others: Readonly<Record<string, unknown>>,
): void {
  for (const [other, value] of Object.entries(others))
    if (value !== undefined) fail(command, "options-exclude", option, { other });
}

/** Similar codes: by spelling, or with a word of the given one. */
function nearCodes(value: string, codes: readonly string[]): string {
  const meant = findMeant(value, codes);
  const words = value
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const near = codes.filter((code) => code !== meant && words.some((word) => code.split("-").includes(word)));
  const list =
    near.length === 0
      ? ""
      : `Codes with these words: ${listOf(near.slice(0, 8), Math.max(0, near.length - 8))}. `;
  return `${meant === undefined ? "" : `Did you mean ${show(meant)}? `}${list}`;
}
