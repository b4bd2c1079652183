import { type ErrorTexts, type Fail, failWith, type Problem, problemWith } from "../../facts/errors/error";
import { packageName } from "../../facts/errors/package-name";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";

export interface DuplicateId {
  readonly value: string;
  /** The name, if it is derived from the path. */
  readonly name: string | undefined;
  readonly other: string;
  /** Whether only the other one is part of a compound. */
  readonly isInCompound: boolean;
}

/** The prop of the app for a class of CDKTF. */
function backendSettings(kind: string): string {
  switch (kind) {
    case "S3Backend":
      return 'new App({ backend: { type: "s3", bucket: "my-state" } })';
    case "CloudBackend":
    case "RemoteBackend":
      return 'new App({ backend: { type: "cloud", organization: "my-org" } })';
    default:
      return 'new App({ backend: { type: "local" } }), or "s3" or "cloud"';
  }
}

/** The remedy for an expression of another tool, or for an undeclared variable; ends with a space. */
function meantExpression(value: string, [root, name]: readonly string[] = []): string {
  if (root === "var") return `Declare it: new TerraformVariable(stack, ${show(name ?? "name")}, {}). `;
  const [, kind, rest = ""] = /^\$\{(\w+)(?::|\()([^})]*)/.exec(value) ?? [];
  switch (kind) {
    case "env":
      return `For a variable of the machine that deploys, write process.env.${rest.split(/[,\s]/)[0]} in the code. `;
    case "ssm":
      return 'For a parameter of SSM, use Config.Parameter or Config.Secret, or new DataAwsSsmParameter(stack, id, { name: "..." }).value. ';
    case "self":
    case "opt":
    case "sls":
    case "file":
    case "cf":
    case "param":
      return "For a variable of the Serverless Framework, use a constant of the code, stack.stage or a reference. ";
    case "AWS":
      return "For a pseudo parameter of CloudFormation, use stack.region, stack.account or another reference. ";
    default:
      return "";
  }
}

/** Texts about the app, its stacks, and binding. */
export const appTexts = {
  "rule-exception-invalid": ({ value, expected }: { value: unknown; expected: string }) => ({
    problem: `is ${show(value)}, and an exception of a rule needs ${expected}.`,
    remedy:
      'Write it out: exceptFromRule(api, { rule: "open-routes", of: "GET /status", reason: "The status page is public." }).',
  }),
  "validation-failed": ({ messages }: { messages: readonly string[] }) => ({
    problem: `finds constructs whose validations fail:\n  ${messages.join("\n  ")}`,
    remedy: "Correct these constructs. The validations were added with node.addValidation.",
  }),
  "app-required": (_: object) => ({
    problem: "is not inside an App of serverform.",
    remedy: "Create the root with `new App()` of serverform, which provides the name, stage and region.",
  }),
  "two-packages": ({ found }: { found: string }) => ({
    problem: `is inside an App of the package ${found}, and this construct is of ${packageName}.`,
    remedy:
      "Import App, Stack and all constructs from one of the two, and remove the other one from package.json.",
  }),
  "construct-of-another-app": ({
    value,
    package: other,
  }: {
    value: unknown;
    package: string | undefined;
  }) => ({
    problem: `is ${show(value)}, which is in another App${other === undefined ? "" : ` of the package ${other}`}.`,
    remedy:
      other === undefined
        ? "Create both in one App; or import the resource into this one: pass its name or ARN, or a data source, below cdk."
        : `Import App and all constructs from one package, ${packageName} or ${other}.`,
  }),
  "backend-construct": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is a construct, but the App creates the backend of each stack itself.`,
    remedy: 'Write its settings: { type: "s3", bucket: "my-state" }.',
  }),
  "backend-second": ({ kind, stack }: { kind: string; stack: string }) => ({
    problem: `is a second backend of the stack ${show(stack)}, whose backend the App creates.`,
    remedy: `Leave it out, and set that of the app: ${backendSettings(kind)}. To keep the place of the state: new Stack(app, id, { backend: { key: "..." } }).`,
  }),
  "backend-own-missing": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the stack has no backend of its own.`,
    remedy:
      'Create it in the stack: new S3Backend(stack, { ... }). For the local file that CDKTF has by default: backend: { key: "terraform.<id>.tfstate" }. Or leave backend out.',
  }),
  "backend-secret": ({ source }: { source: string }) => ({
    problem:
      "is a secret, which would be written into the output and copied into every stack that refers to another.",
    remedy: `Leave it out. Terraform takes it from ${source}.`,
  }),
  "provider-construct": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is a construct, but each stack creates its own provider.`,
    remedy: 'Write its settings: { profile: "work", maxRetries: 10 }.',
  }),
  "provider-setting": ({ reason, remedy }: { reason: string; remedy: string }) => ({
    problem: `${reason}.`,
    remedy,
  }),
  "provider-account-foreign": ({ account }: { account: string }) => ({
    problem: `excludes ${account}, which is the account of the app.`,
    remedy: "Correct account, or the list: Terraform would refuse to plan.",
  }),
  "provider-accounts": (_: object) => ({
    problem: "is given together with provider.allowedAccountIds, but the provider takes one of them.",
    remedy: "Leave one of them out.",
  }),
  "provider-second": ({ value, other }: { value: string | undefined; other: string }) => ({
    problem: `is ${value === undefined ? "missing" : show(value)}, but the AWS provider ${show(other)} of the same stack ${value === undefined ? "has none either" : "has the same alias"}.`,
    remedy:
      value === undefined
        ? "To change the stack's provider: new App({ provider: { ... } }) or new Stack(app, id, { provider: { ... } }). A provider of your own replaces it, with its region, if you create it before the constructs of the stack, and neither App nor Stack has provider settings. For single resources give this one an alias, and pass it as `provider` in their `cdk` config."
        : "Choose another alias for one of them.",
  }),
  "region-differs": ({ value, found, region }: { value: string; found: string; region: string }) => ({
    problem: `is ${show(value)} in ${found}, but this resource is in ${region}, and AWS accepts only a resource of the same region here.`,
    remedy: `Create both in stacks of one region. Between regions, a topic or an event bus delivers to functions and queues, or to another bus.`,
  }),
  "stack-required": ({ found }: { found: string | undefined }) => ({
    problem:
      found === undefined
        ? "is not inside a stack."
        : `is in the stack ${show(found)}, which is not a Stack of serverform.`,
    remedy: "Create the stack with `new Stack(app, id)` or `app.stack(fn)` of serverform.",
  }),
  "stack-env": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but stacks have no environment.`,
    remedy: "Choose the account with AWS_PROFILE and the region with --region (or the App option region).",
  }),
  "stack-name-stage": ({ value, stage }: { value: string; stage: string }) => ({
    problem: `is ${show(value)}, which does not contain the stage: another stage would share the stack.`,
    remedy: `Begin it with "${stage}-", end it with "-${stage}", or put "-${stage}-" inside: \`\${app.stage}-${value}\`. For an existing stack, set the location of its state: backend: { key: "..." }, or "own".`,
  }),
  "stack-name-case": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which differs from the stack ${show(other)} only in upper and lower case. On some file systems both would share a folder.`,
    remedy: "Choose another id for one of them.",
  }),
  "stack-cycle": ({
    stack,
    other,
    target,
    reasons,
  }: {
    stack: string;
    other: string;
    target: string | undefined;
    reasons: readonly string[];
  }) => ({
    problem: `${target === undefined ? `makes the stack ${show(stack)} wait for` : `refers to ${show(target)}, so that the stack ${show(stack)} waits for`} ${show(other)}, which already waits for ${show(stack)}: ${reasons.join("; ")}.`,
    remedy:
      "Only one of the two may refer to the other. Move the resources that both need into one of them, or into a third stack.",
  }),
  "dependency-own-part": ({ target }: { target: string }) => ({
    problem: `is given ${show(target)}, but one of the two contains the other.`,
    remedy: "Name the part that must wait, and the part that it waits for.",
  }),
  "dependency-circle": ({ target, own }: { target: string; own: string }) => ({
    problem: `is given ${show(target)}, which refers to ${show(own)} or waits for it: both would wait for each other.`,
    remedy:
      "Leave it out: the reference already sets the order. Or name single resources: a.cdk.<resource>.node.addDependency(b.cdk.<resource>).",
  }),
  StackDuplicates: ({ name }: { name: string }) => ({
    problem: `registers the stack function ${show(name)} a second time (StackDuplicates).`,
    remedy: "Register each stack function once. For a second stack of the same kind write a second function.",
  }),
  "stack-class": ({ name }: { name: string }) => ({
    problem: "is given a class, but it calls a function.",
    remedy: `Create the stack yourself: new ${name || "Main"}(app, ${show(name || "Main")}). Or write a stack function: app.stack(function ${name || "Main"}({ stack }) { ... }).`,
  }),
  StackWrongOrder: ({
    name,
    current,
    isPending,
  }: {
    name: string;
    current: string | undefined;
    isPending: boolean;
  }) => ({
    problem: `is called ${current === undefined ? "outside of a stack function" : `in ${show(current)}`}, but ${show(name)} has not finished (StackWrongOrder).`,
    remedy: isPending
      ? `${name} is asynchronous: write \`await app.stack(${name})\` before the next stack.`
      : `Register ${name} first: app.stack(${name})${current === undefined ? "" : `.stack(${current})`}.`,
  }),
  "stack-function-no-app": ({ call }: { call: string }) => ({
    problem: "is called before there is an App.",
    remedy: `Create the App and register the stack function first: app.stack(fn); then ${call}(fn).`,
  }),
  "stack-function-outside": ({ call }: { call: string }) => ({
    problem: "is called outside of a stack function.",
    remedy: `Call ${call}(fn) inside the stack function that depends on it.`,
  }),
  "stack-function-ambiguous": ({ call, apps }: { call: string; apps: readonly string[] }) => ({
    problem: `is called outside of a stack function, and several apps have registered it: ${apps.join(", ")}.`,
    remedy: `Call ${call}(fn) inside a stack function, or synthesize one app before you register the function in the next.`,
  }),
  "stack-function-unfinished": ({ names }: { names: readonly string[] }) => ({
    problem: `is called while ${names.map(show).join(", ")} has not finished.`,
    remedy: `Wait for it first: \`await app.stack(${names[0]})\`.`,
  }),
  "already-synthesized": (_: object) => ({
    problem: "is too late: the app is already synthesized.",
    remedy:
      "Declare everything before `app.synth()` and before the first `Testing.synth` of any of its stacks. In unit tests, create a new App for each case.",
  }),
  "export-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which ${other} already uses.`,
    remedy: "Choose a name that is unique in the app.",
  }),
  "defaults-too-late": ({ kind }: { kind: string }) => ({
    problem: `is called after functions were created in the ${kind}. They would not get these defaults.`,
    remedy:
      "Call it before the first function, or use addDefaultFunctionEnv, ...Permissions, ...Layers or ...Binding.",
  }),
  "template-invalid": ({
    value,
    because,
    reference,
  }: {
    value: string;
    because: string;
    reference?: readonly string[] | undefined;
  }) => ({
    problem: `contains ${show(value)}, which Terraform reads as an expression: ${because}.`,
    remedy: `${meantExpression(value, reference)}For the text itself, write ${show(value.replace(/[$%]\{/g, (opening) => `${opening.charAt(0)}${opening}`))}.`,
  }),
  "id-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}.`,
    remedy: "Use letters, digits, - and _, beginning with a letter.",
  }),
  "id-taken": ({ value, kind }: { value: string; kind: string }) => ({
    problem: `is ${show(value)}, which a ${kind} in the same scope already uses.`,
    remedy: "Choose another id for one of them.",
  }),
  "name-taken": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which is also the name of ${other} in AWS: they would be one resource.`,
    remedy: "Choose another id or name for one of them. Names are made of ids that are joined by -.",
  }),
  "output-duplicate": ({ value }: { value: string }) => ({
    problem: `adds the output ${show(value)} a second time.`,
    remedy: "Give each output and each exportName of a stack a unique name.",
  }),
  "id-duplicate": ({ value, name, other, isInCompound }: DuplicateId) => ({
    problem: `is ${show(value)}${name === undefined ? ", which" : `; its name ${show(name)} is made from its path, and`} ${other} of the same class already ${name === undefined ? "uses" : "has that name"} (- and _ count as the same).`,
    remedy: isInCompound
      ? "Choose another id or cdk.id for one of them, or create this one before the other one: constructs below another construct may share an id."
      : "Choose another id or cdk.id for one of them.",
  }),
  "bind-same-name": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${value}, but code would read it by the same name as ${other}, which is already bound.`,
    remedy: "Bind one of them only, or give one of them another id (or cdk.id).",
  }),
  "not-bindable": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${value}, which cannot be bound.`,
    remedy: `These can: ${known.join(", ")}. For anything else use environment and permissions.`,
  }),
  "outdir-unusable": ({ value, reason, file }: { value: string; reason: string; file: string }) => ({
    problem: `is ${show(value)}, where nothing can be written: ${reason} (${file}).`,
    remedy: "Name a folder that this user may write to, or remove the file in its place.",
  }),
  "function-policy-too-large": ({
    statements,
    bytes,
    limit,
  }: {
    statements: number;
    bytes: number;
    limit: number;
  }) => ({
    problem: `names a function that ${statements} sources invoke. Its policy has at least ${bytes} bytes; AWS allows ${limit}.`,
    remedy:
      "Divide the sources among several functions, or let them send to one queue or bus that invokes the function.",
  }),
  "build-folder-busy": ({ folder }: { folder: string }) => ({
    problem: `leads to ${folder}, where another process has been building for half an hour.`,
    remedy: "Wait until it ends, or end it.",
  }),
  "outdir-busy": ({ file }: { file: string }) => ({
    problem: `waits for another synthesis, which has been writing to the same folder for a minute (${file}).`,
    remedy: "Wait until it ends, or end it; give each synthesis its own folder with the prop outdir.",
  }),
  "moved-path": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not the path of a construct.`,
    remedy: 'Write the stack and the ids below it: app.moved("Main/Notes", "Main/Entries").',
  }),
  "moved-between-stacks": ({ from, to }: { from: string; to: string }) => ({
    problem: `moves ${from} to ${to}, and each stack has its own state.`,
    remedy:
      "Keep the construct in its stack, or move it with Terraform: remove it from one state and import it into the other.",
  }),
  "moved-alike": ({ value }: { value: string }) => ({
    problem: `moves ${value} to itself.`,
    remedy: "Remove the call, or name the former path first.",
  }),
  "moved-twice": ({ from, to, other }: { from: string; to: string; other: string }) => ({
    problem: `moves ${from} to ${to}, and moves ${other} already.`,
    remedy: "Name each former and each present path once.",
  }),
  "moved-too-late": ({ to }: { to: string }) => ({
    problem: `names ${to}, which is declared already; its name in AWS follows from the move.`,
    remedy: "Call app.moved() before the stack is declared.",
  }),
  "moved-target-missing": ({ from, to }: { from: string; to: string }) => ({
    problem: `moves ${from} to ${to}, which is not declared.`,
    remedy: "Correct the path: the stack, then the ids below it.",
  }),
  "moved-source-declared": ({ from, to }: { from: string; to: string }) => ({
    problem: `moves ${from} to ${to}, and ${from} is still declared: both would be the same resources.`,
    remedy: "Remove the former construct, or the call.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...appTexts };

export const fail: Fail<typeof texts> = failWith(texts);

/** The same error as a value, for checks that collect problems. */
export const problem: Problem<typeof texts> = problemWith(texts);
