import { coreTexts } from "../core/errors";
import { type ErrorTexts, type Fail, failWith, type Problem, problemWith } from "../errors/error";
import { show } from "../errors/words";

/** Texts about the app, its stacks, and binding. */
export const appTexts = {
  "app-required": (_: object) => ({
    problem: "lies under no App of serverform.",
    remedy: "Create the tree from `new App()` of serverform: it knows the name, stage and region.",
  }),
  "backend-secret": ({ source }: { source: string }) => ({
    problem:
      "is a secret, which would be written into the output and copied into every stack that refers to another.",
    remedy: `Leave it out. Terraform takes it from ${source}.`,
  }),
  "stack-required": ({ found }: { found: string | undefined }) => ({
    problem:
      found === undefined
        ? "lies in no stack."
        : `is in the stack ${show(found)}, which is no Stack of serverform.`,
    remedy: "Create the stack with `new Stack(app, id)` or `app.stack(fn)` of serverform.",
  }),
  "stack-env": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}; a stack has no environment of its own.`,
    remedy: "Choose the account with AWS_PROFILE and the region with --region (or the App option region).",
  }),
  "stack-name-stage": ({ value, stage }: { value: string; stage: string }) => ({
    problem: `is ${show(value)}, which does not hold the stage: another stage would share the stack.`,
    remedy: `Begin it with "${stage}-", end it with "-${stage}", or put "-${stage}-" inside: \`\${app.stage}-${value}\`.`,
  }),
  "stack-cycle": ({ other }: { other: string }) => ({
    problem: `makes the stack wait for ${show(other)}, which waits for this one.`,
    remedy:
      "Let only one of the two refer to the other: move what both need into one of them, or into a third stack.",
  }),
  StackDuplicates: ({ name }: { name: string }) => ({
    problem: `registers the stack function ${show(name)} a second time (StackDuplicates).`,
    remedy:
      "Register each stack function once; for a second stack of the same shape write a second function.",
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
    problem: `is asked for ${current === undefined ? "outside of a stack function" : `in ${show(current)}`}, but ${show(name)} has not finished (StackWrongOrder).`,
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
  "stack-function-unfinished": ({ names }: { names: readonly string[] }) => ({
    problem: `is called while ${names.map(show).join(", ")} has not finished.`,
    remedy: `Wait for it first: \`await app.stack(${names[0]})\`.`,
  }),
  "export-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which ${other} has already.`,
    remedy: "Choose a name that is used once in the app.",
  }),
  "defaults-too-late": ({ kind }: { kind: string }) => ({
    problem: `is called after functions were created in the ${kind}; they would not get these defaults.`,
    remedy:
      "Call it before the first function, or use addDefaultFunctionEnv, ...Permissions, ...Layers or ...Binding.",
  }),
  "id-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}.`,
    remedy: "Begin the id with a letter; go on with letters, digits, - and _.",
  }),
  "id-taken": ({ value, kind }: { value: string; kind: string }) => ({
    problem: `is ${show(value)}, which a ${kind} in the same place has already.`,
    remedy: "Give one of the two another id.",
  }),
  "output-duplicate": ({ value }: { value: string }) => ({
    problem: `adds the output ${show(value)} a second time.`,
    remedy: "Give each output of a stack, and each exportName, a name of its own.",
  }),
  "id-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, and ${other} of the same class has that name too (- and _ count as the same).`,
    remedy: "Give one of the two another id, or another cdk.id.",
  }),
  "not-bindable": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${value}, which cannot be bound.`,
    remedy: `These can: ${known.join(", ")}. For anything else use environment and permissions.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...appTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);

/** The same error, for checks that collect. */
export const problem: Problem<typeof texts> = problemWith(texts);
