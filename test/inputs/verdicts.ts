import type { Stack } from "../../lib";
import { constructDescriptions } from "../../lib/constructs/list";
import type { InputBase } from "../support/construct-samples";
import { attempt, attempted, attempts, type Outcome } from "./attempt";
import { bases, rootBases } from "./bases";
import { fits, type Input, inputsOf, type Place, placesOf as placesOfType, withValue } from "./inputs";
import { propType } from "./prop-types";

/** Inputs that are accepted although their kind differs from the type, each with its reason. */
const acceptances: readonly (readonly [RegExp, string])[] = [
  [/^App.*\.context = a circle/, "constructs read it, and nothing writes it"],
  [/^Userbase\.domain\.cdk\.certificate = an empty object/, "an empty override changes nothing"],
  [/^Script\.params\..* = null/, "JSON has null"],
  [/^Table\..*\.cdk\.index = an empty object/, "an empty override changes nothing"],
];

/** The tried inputs: every construct, then the app, its stacks and constructs with other kinds of a prop. */
export const names: readonly string[] = [
  ...constructDescriptions.map(({ className }) => className),
  ...Object.keys(rootBases),
];

/** The inputs of all of them, which depend on each other. */
let inputs: Readonly<Record<string, readonly Input[]>> | undefined;

/** The problems of each input of a construct: an error of another library, or an acceptance without a reason. */
export function problemsOf(name: string): readonly string[] {
  const base = requireBase(name);
  if (base.props === undefined) return [];
  const attemptOne = attempts((stack) => base.valid(stack));
  const create = (stack: Stack, props: unknown) => new base.create(stack, attempted, props as never);
  inputs ??= inputsOf(Object.fromEntries(names.map((each) => [each, placesOf(each)])));
  const problems = (inputs[name] ?? []).flatMap(({ place, hostile }) => {
    const input = `${name}.${place.path.join(".")} = ${hostile.name}`;
    const outcome = attemptOne((valid, stack) => create(stack, withValue(valid, place.path, hostile.value)));
    const problem = problemOf(outcome, fits(place.type, hostile), input);
    return problem === undefined ? [] : [`${input}: ${problem}`];
  });
  const last = attemptOne((valid, stack) => create(stack, valid));
  if (last.kind === "accepted") return problems;
  return [...problems, `refused inputs leave something behind: ${String(last.error)}`];
}

/** The outcome of the valid props. */
export function outcomeOfValid(name: string): Outcome {
  const base = requireBase(name);
  return attempt((stack) => new base.create(stack, attempted, base.valid(stack) as never));
}

/** The missing part of a refusal, or the problem of an acceptance; undefined without one. */
export function problemOf(outcome: Outcome, fitsType: boolean, input = ""): string | undefined {
  if (outcome.kind === "crashed") return `a bare error: ${String(outcome.error).split("\n")[0]}`;
  if (outcome.kind === "accepted") {
    if (outcome.json.includes("TfToken")) return "accepted, and a token stays in the JSON";
    return fitsType || acceptances.some(([form]) => form.test(input)) ? undefined : "accepted";
  }
  // Defaults reach several functions, each of which is reported.
  const { code, path, prop, message } = outcome.error.problems[0] ?? outcome.error;
  if (code === "" || path === "" || prop === "") return `an error without a code, path or prop: ${message}`;
  if (message.includes("TfToken")) return `an error that shows a token: ${message}`;
  const [first = "", remedy = ""] = message.split("\n");
  if (!first.startsWith(`${path}: ${prop} `)) return `an error that does not name its prop: ${message}`;
  return remedy.trim().length > 5 ? undefined : `an error without a remedy: ${message}`;
}

export function requireBase(name: string): InputBase {
  const base = bases[name] ?? rootBases[name];
  if (base === undefined)
    throw new Error(`test/constructs/<name>/samples.ts and test/inputs/bases.ts lack ${name}.`);
  return base;
}

export function placesOf(name: string): readonly Place[] {
  const base = requireBase(name);
  if (base.props === undefined) return [];
  let valid: unknown;
  attempt((stack) => {
    valid = base.valid(stack);
  });
  return placesOfType(propType(base.props), valid);
}
