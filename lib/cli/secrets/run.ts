import {
  fallbackStage,
  type ParameterScope,
  parameterFolder,
  parameterName,
  withUnderscores,
} from "../../facts/bindings";
import { didYouMean } from "../../facts/errors/words";
import { localFolder, readLocalSecrets, writeLocalSecrets } from "../../local";
import type { AwsError, AwsOptions } from "../../runtime/aws";
import { isDenied } from "../aws/aws-errors";
import { callJson } from "../aws/call-json";
import { fail } from "../errors";
import { runInLocalContext } from "../local/context";
import { type GlobalOptions, runInContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { parameters } from "../stage/bound-variables";
import { openStage } from "../stage/stack-facts";
import type { Terminal } from "../ui/terminal";

export interface SecretStore {
  set(secret: string, value: string): Promise<void>;
  /** Undefined for a secret without a value. */
  get(secret: string): Promise<string | undefined>;
  /** Names of the secrets that have a value, in alphabetical order. */
  list(): Promise<readonly string[]>;
  /** Whether there was a value. */
  remove(secret: string): Promise<boolean>;
}

export interface SecretsOptions extends GlobalOptions {
  /** For all stages without their own value. */
  readonly fallback?: boolean;
  /** For the local server. */
  readonly local?: boolean;
}

export type SecretsAction = "set" | "get" | "list" | "remove";

/** The output of `secrets --json`: the value of `get`, the names of `list`, and otherwise the change. */
export type SecretsOutput =
  | { readonly name: string; readonly place: string; readonly value: string }
  | { readonly names: readonly string[]; readonly place: string }
  | { readonly name: string; readonly place: string; readonly done: "set" | "removed" };

export interface SecretsRequest {
  readonly action: SecretsAction;
  /** Undefined for a list. */
  readonly name?: string | undefined;
  /** @default - read from the standard input */
  readonly value?: string | undefined;
}

export async function runSecrets(request: SecretsRequest, options: SecretsOptions): Promise<void> {
  const command = `secrets ${request.action}`;
  const where = `serverform ${command}`;
  if (options.local === true && options.fallback === true) {
    fail(where, "options-exclude", "--local", { other: "--fallback" });
  }
  checkName(where, request.name);
  const value = request.action === "set" ? (request.value ?? (await readInput(where))) : undefined;
  if (value === "")
    fail(where, "prop-required", "value", {
      remedy: `Give a value of at least one character behind the name, serverform secrets set ${request.name} <value>, or pipe it: printf %s "$VALUE" | serverform secrets set ${request.name}`,
    });
  const given = { ...request, value };
  const printer = (terminal: Terminal) =>
    options.json === true ? jsonPrinter(terminal) : textPrinter(terminal);
  // Programs read the output: only names and the value.
  const quiet = { ...options, json: true };
  if (options.local === true) {
    return runInLocalContext(quiet, { command }, async ({ project, terminal }) => {
      await perform(
        where,
        machineSecrets(localFolder(project.root)),
        given,
        "on this machine",
        printer(terminal),
      );
    });
  }
  return runInContext(quiet, { command, account: true }, async (context) => {
    const { stacks, scope, aws } = await openStage(context, options);
    const isFallback = options.fallback === true;
    const store = stageSecrets(scope, isFallback, aws);
    if (given.action === "set") warnOfUnknown(context.terminal, stacks, given.name ?? "");
    const named = isFallback ? "for all stages without a value of their own" : `of stage ${scope.stage}`;
    await perform(where, store, given, named, printer(context.terminal)).catch((error: unknown) => {
      if (!isDenied(error)) throw error;
      fail(where, "secrets-refused", "credentials", { reason: error.message });
    });
  });
}

/** Runs the command, and prints values only if it returns them. */
export async function perform(
  where: string,
  store: SecretStore,
  { action, name = "", value = "" }: SecretsRequest,
  place: string,
  print: SecretsPrinter,
): Promise<void> {
  switch (action) {
    case "set":
      await store.set(name, value);
      return print({ name, place, done: "set" });
    case "get": {
      const found = await store.get(name);
      if (found === undefined) return fail(where, "secret-not-set", "name", { name, place });
      return print({ name, place, value: found });
    }
    case "list": {
      return print({ names: await store.list(), place });
    }
    default: {
      const isRemoved = await store.remove(name);
      if (!isRemoved) fail(where, "secret-not-set", "name", { name, place });
      return print({ name, place, done: "removed" });
    }
  }
}

export type SecretsPrinter = (output: SecretsOutput) => void;

export const jsonPrinter =
  (terminal: Pick<Terminal, "data">): SecretsPrinter =>
  (output) =>
    terminal.data(JSON.stringify(output));

/** Prints only names and values on stdout, so that other programs can use them. */
export const textPrinter =
  (terminal: Pick<Terminal, "data" | "print">): SecretsPrinter =>
  (output) => {
    if ("value" in output) return terminal.data(output.value);
    if ("names" in output) {
      if (output.names.length === 0) terminal.print(`No secret ${output.place} is set.`);
      for (const each of output.names) terminal.data(each);
      return;
    }
    const { name, place, done } = output;
    const rest = done === "set" ? " Functions that are running keep the old value." : "";
    terminal.print(`The secret ${name} ${place} is ${done}.${rest}`);
  };

/** Names of constructs: https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-su-create.html */
function checkName(where: string, name: string | undefined): void {
  if (name === undefined || /^[\w-]{1,128}$/.test(name)) return;
  const [, before] = /^([\w-]+)[=:]/.exec(name) ?? [];
  fail(where, "prop-invalid", "name", {
    // The rest may be the secret.
    value: before === undefined ? name : `${before}=...`,
    expected: `the name of a Config.Secret: letters, digits, - and _${before === undefined ? "" : `; its value follows as an argument: serverform secrets set ${before} <value>`}`,
  });
}

/** A name without a bound function may be a mistake, or a secret for a later version. */
function warnOfUnknown(terminal: Terminal, stacks: readonly SynthesizedStack[], name: string): void {
  const bound = stacks.flatMap(({ template }) =>
    [...JSON.stringify(template).matchAll(/"SERVERFORM_Secret_value_(\w+)"/g)].map(([, each = ""]) => each),
  );
  const key = withUnderscores(name);
  if (bound.includes(key)) return;
  terminal.warn(
    `No function of the app is bound to a secret ${name}.${didYouMean(key, [...new Set(bound)])}`,
  );
}

/** A value on the command line is stored in the history of the shell; one from a pipe is not. */
export async function readInput(
  where: string,
  input: AsyncIterable<unknown> & { readonly isTTY?: boolean } = process.stdin,
): Promise<string> {
  if (input.isTTY === true) {
    fail(where, "prop-required", "value", {
      remedy: 'Give the value behind the name, or pipe it: printf %s "$KEY" | serverform secrets set KEY',
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

/** The secrets of the local server, in a file of its folder. */
export function machineSecrets(folder: string): SecretStore {
  const change = (edit: (values: Map<string, string>) => void): void => {
    const values = new Map(readLocalSecrets(folder));
    edit(values);
    writeLocalSecrets(folder, values);
  };
  return {
    set: async (secret, value) => change((values) => void values.set(withUnderscores(secret), value)),
    get: async (secret) => readLocalSecrets(folder).get(withUnderscores(secret)),
    list: async () => [...readLocalSecrets(folder).keys()].sort(),
    remove: async (secret) => {
      const isThere = readLocalSecrets(folder).has(withUnderscores(secret));
      if (isThere) change((values) => void values.delete(withUnderscores(secret)));
      return isThere;
    },
  };
}

/** The secrets of a stage, or the fallbacks of all stages, in SSM. */
export function stageSecrets(scope: ParameterScope, isFallback: boolean, aws: AwsOptions): SecretStore {
  const own = isFallback ? { ...scope, stage: fallbackStage } : scope;
  const nameOf = (secret: string): string => parameterName(own, { className: "Secret", id: secret }, "value");
  return {
    set: async (secret, Value) => {
      await callSsm(
        "PutParameter",
        { Name: nameOf(secret), Value, Type: "SecureString", Overwrite: true },
        aws,
      );
    },
    get: async (secret) => {
      const found = await callSsm("GetParameter", { Name: nameOf(secret), WithDecryption: true }, aws);
      return (found?.Parameter as { readonly Value?: string } | undefined)?.Value;
    },
    list: async () => {
      // The values are not decrypted: a list does not need them.
      const path = `${parameterFolder(own)}Secret`;
      const found = await parameters(path, false, aws);
      return found
        .map(({ Name }) =>
          String(Name)
            .slice(`${path}/`.length)
            .replace(/\/value$/, ""),
        )
        .sort();
    },
    remove: async (secret) => (await callSsm("DeleteParameter", { Name: nameOf(secret) }, aws)) !== undefined,
  };
}

/**
 * Calls an operation; undefined if the parameter does not exist.
 *
 * Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Operations.html
 */
const callSsm = (
  operation: string,
  input: object,
  aws: AwsOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> =>
  callJson("ssm", operation, input, aws).catch((error: AwsError) => {
    if (error.code === "ParameterNotFound") return undefined;
    throw error;
  });
