import type { IConstruct } from "constructs";
import type { Stack } from "../../../lib/app";
import { goldenApps } from "../../golden/apps";
import { bases } from "../../inputs/bases";
import { readSamples } from "../../support/construct-samples";
import { typeAt } from "../../support/plan/newer-types";
import { directReads, type PlannedTemplate, plannedTemplate, wiringOf } from "../../support/plan/template";
import { testStack } from "../../support/stack";
import type { Edits } from "../matrix/edit";
import { siteEdits } from "../matrix/sites";

/** A resource that refers to another one. */
export interface Pair {
  readonly user: string;
  readonly used: string;
  /** Attributes of the user in which it refers to the other one. */
  readonly attributes: readonly string[];
  readonly isUserCreatedFirst: boolean;
  readonly isUsedCreatedFirst: boolean;
}

/** The apps in which every type of resource of the library occurs. */
export function templates(): readonly PlannedTemplate[] {
  const build = (make: (stack: Stack) => unknown): Stack => {
    const stack = testStack();
    make(stack);
    return stack;
  };
  const edited = (edits: Edits) => Object.values(edits).flatMap(({ before, after }) => [before, after]);
  return [
    ...Object.values(bases).map(({ create: Class, valid }) =>
      build((stack): IConstruct => new Class(stack, "It", valid(stack) as never)),
    ),
    ...[...readSamples().values()].flatMap(({ make, makeEverything }) =>
      [(stack: Stack) => make(stack), makeEverything].flatMap((each) => (each ? [build(each)] : [])),
    ),
    ...edited(siteEdits).map(build),
    ...Object.values(goldenApps).flatMap((make) => make().stacks),
  ].map(plannedTemplate);
}

/** Every pair of types of which one refers to the other, once for each way to refer and each order. */
export function pairsIn(all: readonly PlannedTemplate[]): readonly Pair[] {
  const found = new Map<string, Pair>();
  for (const template of all) {
    const wiring = wiringOf(template);
    const direct = directReads(template);
    for (const [address, reads] of direct) {
      const [type = "", name = ""] = address.split(".");
      const block = template.resource[type]?.[name] ?? {};
      for (const [read, named] of [...reads].flatMap((each) => throughValidation(each, direct))) {
        const attributes = Object.keys(block).filter((key) => JSON.stringify(block[key])?.includes(named));
        const pair: Pair = {
          user: typeAt(address),
          used: typeAt(read),
          attributes: attributes.sort(),
          isUserCreatedFirst: wiring.get(address)?.isCreatedFirst ?? false,
          isUsedCreatedFirst: wiring.get(read)?.isCreatedFirst ?? false,
        };
        found.set(JSON.stringify(pair), pair);
      }
    }
  }
  return [...found.values()].sort((a, b) => (describePair(a) < describePair(b) ? -1 : 1));
}

/** A resource that is read, and the name by which it is: a certificate is read by its validation. */
function throughValidation(
  read: string,
  direct: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (readonly [read: string, named: string])[] {
  const certificates =
    typeAt(read) === "aws_acm_certificate_validation"
      ? [...(direct.get(read) ?? [])].filter((each) => typeAt(each) === "aws_acm_certificate")
      : [];
  return [[read, read], ...certificates.map((each) => [each, read] as const)];
}

export function describePair({ user, used, attributes }: Pair): string {
  return `${used} <- ${user} (${attributes.join(", ")})`;
}
