import {
  effectOf,
  type Holding,
  physicalIdentityOf,
  resourceTypes,
  secondCreation,
} from "../../../facts/aws/resource-types";
import { isRecord } from "../../../facts/text/record";
import { constructPath } from "../../project/stack-template";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import type { StackPlan } from "../plan";
import { type ChangedValues, isEmpty, typeOfAddress } from "./planned-changes";
import { foreignState } from "./state-owner";

/** A resource whose data or address a plan takes away. */
export interface Loss {
  readonly address: string;
  /** The id of its construct, or its name. */
  readonly name: string;
  /** `the table Notes is replaced: its data is lost` */
  readonly text: string;
  /** Whether it is replaced only because it is marked as tainted. */
  readonly isTainted?: boolean;
}

/**
 * The losses of a plan: replaced resources, deleted resources with data, and a state that belongs to another app.
 *
 * Deletions of resources with an address are left out: removing one from the app is intentional. If another resource takes over,
 * its key in the app was renamed. Resources whose creation was never completed hold nothing, and a replacement by `-replace` is
 * intentional.
 */
export function lossesOf(
  stack: SynthesizedStack,
  { changes, values }: Pick<StackPlan, "changes" | "values">,
): readonly Loss[] {
  const known = new Map(values.map((each) => [each.address, each]));
  const heirs = heirsOf(values);
  const foreign = foreignStateOf(stack, values);
  const lost = changes.flatMap(({ address, action, reason }) => {
    const { holding } = resourceTypes[typeOfAddress(address)] ?? {};
    const change = known.get(address);
    if (holding === undefined || (action !== "replace" && action !== "delete")) return [];
    if (reason === "requested") return [];
    if (change !== undefined && (isEmpty(change) || keepsAddress(holding, change))) return [];
    // With `force_destroy` the bucket contains only copies, for example the files of a site. With `skip_destroy` logs stay in AWS.
    if (change?.before.force_destroy === true || change?.before.skip_destroy === true) return [];
    const successors =
      action === "delete" ? successorsOf(holding, change, values).map((each) => labelAfter(stack, each)) : [];
    if (action === "delete" && holding.holds !== "data" && successors.length === 0) return [];
    const name = labelOf(stack, address, change?.before);
    const isTainted = action === "replace" && reason === "tainted";
    const heir = heirs.get(address);
    const happens =
      heir !== undefined
        ? `deleted, and ${inheritedBy(labelAfter(stack, heir))}`
        : successors.length > 0
          ? `deleted, and ${successors.join(", ")} is created; if that is the same under a new name`
          : isTainted
            ? "replaced, because Terraform has marked it as tainted"
            : action === "replace"
              ? "replaced"
              : "deleted";
    const text = `the ${holding.noun} ${name} is ${happens}: ${effectOf(holding)}`;
    return [{ address, name, text, ...(isTainted && { isTainted }) }];
  });
  const all = [...lost, ...takenOver(stack, values, heirs)];
  return foreign === undefined ? all : [{ address: stack.id, name: stack.id, text: foreign }, ...all];
}

function keepsAddress({ keptUnless }: Holding, { before, after, unknown }: ChangedValues): boolean {
  if (keptUnless === undefined) return false;
  return keptUnless.every(
    (name) => unknown[name] !== true && JSON.stringify(before[name]) === JSON.stringify(after[name]),
  );
}

/** Created resources with the same identity at AWS as a deleted one, by the address of the deleted one. */
function heirsOf(values: readonly ChangedValues[]): ReadonlyMap<string, ChangedValues> {
  const created = new Map(
    values.flatMap((each) => {
      const identity = each.action === "create" ? physicalIdentityOf(each.type, each.after) : undefined;
      return identity === undefined ? [] : [[identity, each] as const];
    }),
  );
  return new Map(
    values.flatMap(({ type, address, action, before }) => {
      const heir = action === "delete" ? created.get(physicalIdentityOf(type, before) ?? "") : undefined;
      return heir === undefined ? [] : [[address, heir] as const];
    }),
  );
}

const inheritedBy = (heir: string): string =>
  `${heir} is created with the same name; if that is the same under a new id, declare it with app.moved`;

/**
 * Other deletions whose heir has the same name: the creation returns or overwrites the existing resource, and the deletion then
 * deletes it.
 */
function takenOver(
  stack: SynthesizedStack,
  values: readonly ChangedValues[],
  heirs: ReadonlyMap<string, ChangedValues>,
): readonly Loss[] {
  return values.flatMap(({ type, address, before }) => {
    const heir = heirs.get(address);
    const { holding } = resourceTypes[type] ?? {};
    if (heir === undefined || holding !== undefined || secondCreation(type, before) !== "taken") return [];
    const name = labelOf(stack, address, before);
    const text = `${address} is deleted, and ${inheritedBy(labelAfter(stack, heir))}: AWS may be left with neither`;
    return [{ address, name, text }];
  });
}

/** The problem of a plan whose state belongs to another app. Imported resources may come from another app. */
export function foreignStateOf(
  stack: SynthesizedStack,
  values: readonly ChangedValues[],
): string | undefined {
  const inState = values.filter(({ isImported }) => !isImported);
  return foreignState(
    stack,
    inState.map(({ before }) => ({ values: before })),
  );
}

/** Resources that replace a deleted one: of the same type, for the same owner. */
function successorsOf(
  { holds, renamedWithin = holds === "address" ? [] : false }: Holding,
  deleted: ChangedValues | undefined,
  values: readonly ChangedValues[],
): readonly ChangedValues[] {
  if (renamedWithin === false || deleted === undefined) return [];
  return values.filter(
    ({ type, action, after }) =>
      type === deleted.type &&
      action === "create" &&
      renamedWithin.every((owner) => after[owner] === deleted.before[owner]),
  );
}

const labelAfter = (stack: SynthesizedStack, { address, after }: ChangedValues): string =>
  labelOf(stack, address, after);

/** The name of a resource for the user: the path of its construct in the stack, or its own name if it is no longer in the app. */
export function labelOf(
  stack: SynthesizedStack,
  address: string,
  values: Readonly<Record<string, unknown>> = {},
): string {
  const [, ...parts] = constructPath(stack, address)?.split("/") ?? [];
  // The construct contains resources; the first one is in the stack itself.
  if (parts.length > 0) return (parts.length > 1 ? parts.slice(0, -1) : parts).join("/");
  return nameInService(values) ?? address;
}

export function nameInService(values: Readonly<Record<string, unknown>>): string | undefined {
  const names = [
    values.bucket,
    values.name,
    values.function_name,
    values.cluster_identifier,
    ...namesOfDistribution(values),
    values.domain_name,
    values.id,
  ];
  return names.find((name): name is string => typeof name === "string" && name !== "");
}

/**
 * A distribution has no name. Its domain is more helpful than its id, as is the bucket of a site, which is named after the
 * construct.
 */
function namesOfDistribution({ aliases, origin }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (!Array.isArray(origin)) return [];
  const [first] = origin.filter(isRecord);
  return [...(Array.isArray(aliases) ? aliases : []), first?.domain_name];
}
