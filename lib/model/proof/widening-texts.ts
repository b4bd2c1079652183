import { principalText } from "../iam/comparison/callers";
import type { Widening } from "../iam/comparison/widenings";

/** Several widenings as one text. */
export interface WideningText {
  /** `dynamodb:DeleteItem on Notes, under conditions` */
  readonly text: string;
  /** The caller, in words. Undefined for policies without principals. */
  readonly who: string | undefined;
  readonly widenings: readonly Widening[];
}

/**
 * Widenings as texts, one for each caller and set of resources.
 *
 * @param nameOf - the name of a resource in the app, from its ARN
 */
export function wideningTexts(
  widenings: readonly Widening[],
  nameOf: (arn: string) => string,
): readonly WideningText[] {
  const byResource = groupsBy(widenings, ({ caller, resource, statement, isUncertain }) =>
    JSON.stringify([caller && principalText(caller), nameOf(resource), statement.condition, isUncertain]),
  );
  // The same actions on several resources are one text: a table and its indexes.
  const byActions = groupsBy([...byResource.values()], (group) => {
    const [first] = group;
    const who = first?.caller && principalText(first.caller);
    return JSON.stringify([who, actionsOf(group), first?.statement.condition, first?.isUncertain]);
  });
  return [...byActions.values()].map((groups): WideningText => {
    const all = groups.flat();
    const [first] = all;
    const resources = [...new Set(all.map(({ resource }) => nameOf(resource)))];
    const shown = resources.filter((each) => !resources.some((other) => each.startsWith(`${other} (`)));
    const condition =
      first?.isUncertain === true
        ? ", if conditions hold that cannot be evaluated here"
        : first?.statement.condition === undefined
          ? ""
          : ", under conditions";
    return {
      text: `${actionsOf(all).join(", ")} on ${shown.join(", ")}${condition}`,
      who: first?.caller && principalText(first.caller),
      widenings: all,
    };
  });
}

const actionsOf = (widenings: readonly Widening[]): readonly string[] =>
  [...new Set(widenings.map(({ action }) => action))].sort();

function groupsBy<Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string,
): ReadonlyMap<string, readonly Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

/**
 * Actions that do not support resources, so that their permission names all.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
const withoutResources =
  /^(?:xray:Put\w+|cloudwatch:PutMetricData|ec2:(?:Create|Delete|Describe)NetworkInterfaces?|ec2:(?:Assign|Unassign)PrivateIpAddresses|ssmmessages:\w+|sts:GetCallerIdentity)$/i;

/** Whether all resources are the only ones that an action can have. */
export const isUnavoidableStar = ({ action, resource }: Widening): boolean =>
  resource === "*" && withoutResources.test(action);
