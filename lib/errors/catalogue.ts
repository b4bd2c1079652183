import { appTexts } from "../app/errors";
import { apiTexts } from "../constructs/api/errors";
import { bucketTexts } from "../constructs/bucket/errors";
import { cronTexts } from "../constructs/cron/errors";
import { eventBusTexts } from "../constructs/event-bus/errors";
import { graphqlTexts } from "../constructs/graphql-api/errors";
import { streamTexts } from "../constructs/kinesis-stream/errors";
import { queueTexts } from "../constructs/queue/errors";
import { restTexts } from "../constructs/rest-v1-api/errors";
import { tableTexts } from "../constructs/table/errors";
import { topicTexts } from "../constructs/topic/errors";
import { userbaseTexts } from "../constructs/userbase/errors";
import { userbaseExtrasTexts } from "../constructs/userbase/extras/errors";
import { webSocketTexts } from "../constructs/web-socket-api/errors";
import { domainTexts } from "../dns/errors";
import { consumerTexts } from "../function/consumers/errors";
import { functionTexts } from "../function/errors";
import { receiverTexts } from "../function/receiver-errors";
import { resourcePolicyTexts } from "../iam/resource-policy-errors";
import { localTexts } from "../local/errors";
import { serveTexts } from "../local/serve-errors";
import type { ErrorText } from "./error";
import { didYouMean, oneOf, show } from "./words";

/**
 * Every text that the library shows for wrong input, by code.
 *
 * A text gives the problem, which goes on after the prop, and the remedy. One place, so that they read alike and the
 * documentation can list them.
 */
export const catalogue = {
  ...appTexts,
  ...functionTexts,
  ...apiTexts,
  ...webSocketTexts,
  ...userbaseExtrasTexts,
  ...userbaseTexts,
  ...domainTexts,
  ...graphqlTexts,
  ...restTexts,
  ...resourcePolicyTexts,
  ...receiverTexts,
  ...topicTexts,
  ...cronTexts,
  ...eventBusTexts,
  ...bucketTexts,
  ...consumerTexts,
  ...queueTexts,
  ...streamTexts,
  ...tableTexts,
  ...localTexts,
  ...serveTexts,
  // Values and props of any construct
  "duration-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no duration.`,
    remedy: 'Write a whole number and a unit: "30 seconds", "5 minutes", "1 hour" or "3 days".',
  }),
  "size-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no size.`,
    remedy: 'Write a whole number and MB or GB: "512 MB" or "1 GB".',
  }),
  "out-of-range": ({ value, range }: { value: unknown; range: string }) => ({
    problem: `is ${show(value)}, outside ${range}.`,
    remedy: `Choose a value within ${range}.`,
  }),
  "literal-unknown": ({ value, allowed }: { value: unknown; allowed: readonly string[] }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Use ${oneOf(allowed)}.${didYouMean(value, allowed)}`,
  }),
  "key-unknown": ({ key, allowed }: { key: string; allowed: readonly string[] }) => ({
    problem: `has the key ${show(key)}, which it does not know.`,
    remedy: `Known keys: ${[...allowed].sort().join(", ")}.${didYouMean(key, allowed)}`,
  }),
  "key-rejected": ({ key, remedy }: { key: string; remedy: string }) => ({
    problem: `has the key ${show(key)}, which the library computes or offers as a prop of its own.`,
    remedy,
  }),
  "prop-required": ({ remedy }: { remedy: string }) => ({ problem: "is missing.", remedy }),
  "prop-invalid": ({ value, expected }: { value: unknown; expected: string }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Write ${expected}.`,
  }),
  "import-wrong-type": ({ found, allowed }: { found: string; allowed: readonly string[] }) => ({
    problem: `is an object of type ${found}.`,
    remedy: `Pass an object of type ${oneOf(allowed)}, or a plain object with the keys to override.`,
  }),
  "part-not-found": ({ part, value, parts }: { part: string; value: string; parts: readonly string[] }) => ({
    problem: `names the ${part} ${show(value)}, which does not exist.`,
    remedy:
      parts.length === 0
        ? `There is no ${part} yet.`
        : `There is: ${parts.map(show).join(", ")}.${didYouMean(value, parts)}`,
  }),
  // Bundling
  "handler-export-missing": ({
    value,
    name,
    file,
    exports,
  }: {
    value: string;
    name: string;
    file: string;
    exports: readonly string[];
  }) => ({
    problem: `is ${show(value)}, but ${file} does not export ${show(name)}.`,
    remedy:
      exports.length === 0
        ? `It exports nothing. Write "export" before the function.`
        : `It exports: ${exports.join(", ")}.${didYouMean(name, exports)}`,
  }),
  "bundle-failed": ({ file, errors }: { file: string; errors: string }) => ({
    problem: `leads to ${file}, which cannot be bundled.`,
    remedy: `Correct this:\n${errors}`,
  }),
  "plugins-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which gives no plugins: ${reason}`,
    remedy:
      "Write the path of a JavaScript module, relative to the folder of cdktf.json, that exports an array of esbuild plugins.",
  }),
  "hook-invalid": ({ found }: { found: string }) => ({
    problem: `returned ${found}.`,
    remedy: "Synthesis does not wait, so return the commands themselves, as an array of strings.",
  }),
  "hook-failed": ({ command, reason, output }: CommandFacts) => ({
    problem: `runs ${show(command)}, which ${reason}.`,
    remedy: `Its output:\n${output}`,
  }),
  "tool-missing": ({ value, tool, remedy }: { value: string; tool: string; remedy: string }) => ({
    problem: `is ${show(value)}, for which ${tool} is needed, but there is no ${tool} on this machine.`,
    remedy,
  }),
  "install-failed": ({ command, reason, output, remedy }: CommandFacts & { remedy: string }) => ({
    problem: `asks for packages that could not be installed: ${show(command)} ${reason}.`,
    remedy: `${remedy} Its output:\n${output}`,
  }),
  "node-module-unknown": ({ value, searched }: { value: string; searched: string }) => ({
    problem: `names ${show(value)}, but its version is not known: neither does ${searched} list it, nor is it installed.`,
    remedy: `Add it to the dependencies: npm install ${value}`,
  }),
  "build-failed": ({ command, reason, output }: CommandFacts) => ({
    problem: `is built by ${show(command)}, which ${reason}.`,
    remedy: `Its output:\n${output}`,
  }),
  "build-output-missing": ({ value, path }: { value: string; path: string }) => ({
    problem: `is ${show(value)}, but the build left no zip in ${path}.`,
    remedy:
      "Let the build make one there (for example with Gradle's plugin java-library-distribution), or set bundle.buildTask and bundle.buildOutputDir.",
  }),
  "zip-unreadable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be read as a zip: ${reason}.`,
    remedy: "Build the file anew, or let srcPath lead to a folder.",
  }),
  // Permissions and binding
  "permissions-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is neither "*" nor a list.`,
    remedy: 'Write a list: ["s3", table, [bucket, "grantRead"]]. For every action on every resource: "*".',
  }),
  "permission-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no permission.`,
    remedy:
      'Write a service ("s3"), an action ("s3:GetObject"), a construct, [construct, access] or a PolicyStatement.',
  }),
  "permission-all-in-list": ({ value }: { value: string }) => ({
    problem: `is ${show(value)} in a list.`,
    remedy:
      'For every action on every resource write "*" in place of the list. Better: name services or constructs.',
  }),
  "permission-service-unknown": ({
    value,
    service,
    services,
  }: {
    value: string;
    service: string;
    services: readonly string[];
  }) => ({
    problem: `is ${show(value)}, but IAM knows no service ${show(service)}.`,
    remedy: `Write the prefix of a service as IAM spells it, for example "s3" or "dynamodb".${didYouMean(service, services)}
For a service newer than this list, pass a PolicyStatement: its actions are taken as they are.`,
  }),
  "permission-action-invalid": ({ value, service }: { value: string; service: string }) => ({
    problem: `is ${show(value)}, which is no action of IAM.`,
    remedy: `Write "${service}:" and the name of an action, with * or ? as wild cards: "${service}:Get*".`,
  }),
  "permission-construct-unknown": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${value}, which has no row in the table of permissions.`,
    remedy: `Pass one of: ${known.join(", ")}. For anything else pass a PolicyStatement with its ARN.`,
  }),
  "permission-access-unknown": ({
    value,
    construct,
    names,
  }: {
    value: unknown;
    construct: string;
    names: readonly string[];
  }) => ({
    problem: `names the access ${show(value)}, which ${construct} does not have.`,
    remedy: `It has: ${names.map(show).join(", ")}.${didYouMean(value, names)}`,
  }),
  "permission-bind-instead": ({ value }: { value: string }) => ({
    problem: `is ${value}, which is not named in permissions.`,
    remedy: "Write bind: [...] with it instead: the function gets its value and the permission to read it.",
  }),
  "permission-part-missing": ({ construct, part }: { construct: string; part: string }) => ({
    problem: `asks for access to the ${part} of ${construct}, which has none.`,
    remedy: `Give it a ${part}, or leave this entry out.`,
  }),
  "statement-invalid": ({ problem, remedy }: { problem: string; remedy: string }) => ({ problem, remedy }),
  "policy-too-large": ({ documents, max }: { documents: number; max: number }) => ({
    problem: `need ${documents} policies of 6,000 characters, but a role takes only ${max} more.`,
    remedy:
      "Name a service or a whole construct in place of many single statements, or use wild cards in ARNs.",
  }),
  "statement-too-large": ({ value, characters }: { value: string; characters: number }) => ({
    problem: `have a statement of ${characters} characters that cannot be divided: ${value}`,
    remedy: "A policy takes 6,000 characters: write several statements, or use wild cards.",
  }),
  "not-bindable": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${value}, which cannot be bound.`,
    remedy: `These can: ${known.join(", ")}. For anything else use environment and permissions.`,
  }),

  // Command line
  "project-not-found": ({ from }: { from: string }) => ({
    problem: `was found neither in ${from} nor above it.`,
    remedy: "Go to the folder of your app, or create one: cdktf init --template=typescript --local.",
  }),
  "json-invalid": ({ reason }: { reason: string }) => ({
    problem: `cannot be read as JSON: ${reason}.`,
    remedy: "Correct the file.",
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
        : `There is: ${stacks.map(show).join(", ")}.${didYouMean(pattern, stacks)}`,
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
      "Install Terraform (https://developer.hashicorp.com/terraform/install), or name the binary in TERRAFORM_BINARY_NAME.",
  }),
  "terraform-unusable": ({ reason }: { reason: string }) => ({
    problem: `cannot be used: ${reason}.`,
    remedy: "Check the installation of Terraform, and TERRAFORM_BINARY_NAME if it is set.",
  }),
  "terraform-too-old": ({ version }: { version: string }) => ({
    problem: `is Terraform ${version}, which is too old.`,
    remedy: "Install version 1.2 or later.",
  }),
  "approval-without-terminal": () => ({
    problem: "needs somebody to ask, and there is no terminal.",
    remedy: "Leave it out here, or look at the changes with serverform diff.",
  }),
  "package-file-not-found": ({ from }: { from: string }) => ({
    problem: `was found neither in ${from} nor above it.`,
    remedy: "Go to the folder of your app.",
  }),
  "package-version-unknown": ({ spec, reason }: { spec: string; reason: string }) => ({
    problem: `names ${show(spec)}, which the registry does not offer:\n${reason}`,
    remedy: "Choose a version or a tag that exists, for example latest.",
  }),
  "install-of-update-failed": ({ manager, output }: { manager: string; output: string }) => ({
    problem: `could not be installed by ${manager}, and was put back.`,
    remedy: `Its output:\n${output}`,
  }),
} satisfies Record<string, (facts: never) => ErrorText>;

/** A command that did not succeed. */
interface CommandFacts {
  readonly command: string;
  /** Goes on after "which": `failed with exit code 1`. */
  readonly reason: string;
  readonly output: string;
}
