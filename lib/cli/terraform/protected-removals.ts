import { resourceTypes } from "../../facts/aws/resource-types";
import { isRecord } from "../../facts/text/record";
import { parseObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Engine } from "./engine";
import { changesIn, resourcesOf, typeOfAddress, withoutKey } from "./review/planned-changes";

/** The resources that a plan removes while AWS protects them. */
export interface ProtectedRemovals {
  /** Addresses of removed resources. May be empty. */
  readonly removed: readonly string[];
  /**
   * Addresses of resources that no longer refer to them, and of moved resources: Terraform plans a part of the changes only
   * together with moves.
   */
  readonly targets: readonly string[];
}

/**
 * The removals of a plan that AWS refuses until another change of the plan is applied.
 *
 * Most users of a protected resource are replaced together with it. Others are changed in place: a distribution that drops a
 * policy, or a route whose replacement was interrupted. Terraform then removes the resource first, and AWS refuses each time.
 * Terraform takes the order of resources that are no longer in the configuration only from the state.
 *
 * @param plan - the JSON form of a saved plan
 */
export function protectedRemovals(plan: unknown): ProtectedRemovals {
  const changes = changesOf(plan);
  const changed = new Set(
    changes.filter(({ actions }) => actions === "update").map(({ address }) => address),
  );
  const users = resourcesOf(isRecord(plan) ? plan.prior_state : undefined)
    .map(({ address, depends_on: needed }) => ({
      address: String(address),
      dependsOn: Array.isArray(needed) ? needed : [],
    }))
    .filter(({ address }) => changed.has(address));
  const pairs = changes
    .filter(({ actions }) => actions === "delete")
    .flatMap(({ address: removed }) => {
      const { protectedBy = [] } = resourceTypes[typeOfAddress(removed)] ?? {};
      return users
        .filter(({ address }) => protectedBy.includes(typeOfAddress(address)))
        .filter(({ dependsOn }) => dependsOn.includes(withoutKey(removed)))
        .map(({ address }) => ({ removed, user: address }));
    });
  if (pairs.length === 0) return { removed: [], targets: [] };
  const moved = changes.flatMap(({ address, former }) => (former === undefined ? [] : [former, address]));
  return {
    removed: [...new Set(pairs.map(({ removed }) => removed))],
    targets: [...new Set([...pairs.map(({ user }) => user), ...moved])],
  };
}

/** The changes to apply before the rest of a plan. Empty if the state contains the order, as after a deployment with this version. */
export async function changesToApplyFirst(
  { protected: removals }: { readonly protected?: ProtectedRemovals },
  stack: SynthesizedStack,
  { terraform }: Engine,
): Promise<readonly string[]> {
  if (removals === undefined || removals.removed.length === 0) return [];
  const { removed, targets } = removals;
  const { code, output } = await terraform.run(stack.folder, ["state", "pull"]);
  const known = createdFirstIn(code === 0 ? parseObject(output) : undefined);
  return removed.every((address) => known.has(withoutKey(address))) ? [] : targets;
}

/** The addresses that the state destroys after their dependents have changed. */
function createdFirstIn(state: Readonly<Record<string, unknown>> = {}): ReadonlySet<string> {
  const resources = Array.isArray(state.resources) ? state.resources : [];
  return new Set(
    resources
      .filter(isRecord)
      .filter(({ instances }) => {
        const all = Array.isArray(instances) ? instances : [];
        return all.every((each) => isRecord(each) && each.create_before_destroy === true);
      })
      .map(({ module, type, name }) => [module, type, name].filter((each) => each !== undefined).join(".")),
  );
}

function changesOf(
  plan: unknown,
): readonly { readonly address: string; readonly actions: string; readonly former: string | undefined }[] {
  return changesIn(plan).map(({ address, change, previous_address: previous }) => ({
    address: String(address),
    actions: isRecord(change) && Array.isArray(change.actions) ? change.actions.join() : "",
    former: typeof previous === "string" && previous !== address ? previous : undefined,
  }));
}
