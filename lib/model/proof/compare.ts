import { groupedBy } from "../../facts/text/grouped";
import type { AccessFacts, PolicyFact } from "../access/facts";
import { nameInAppOfArn } from "../access/names";
import { isHousekeeping, policySetOf } from "../access/permissions";
import { principalText } from "../iam/comparison/callers";
import { hasStar, type PolicySet, type Widening, wideningsOf } from "../iam/comparison/widenings";
import { withoutExampleAccount } from "../permissions/resource-names";
import type { LocalRole } from "../permissions/role-policies";
import { compareRoutes } from "./compare-routes";
import { compareSettings } from "./compare-settings";
import { laterAddress, versionPairs } from "./pairs";
import { type AccessTerm, orderedTerms, type TermPlace, termOf } from "./terms";

/**
 * The differences between the access that two versions of an app grant, openings first.
 *
 * The evaluator decides about policies: the same permissions in other words do not differ.
 */
export function compareAccess(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  return orderedTerms([
    ...compareRoutes(before, after),
    ...comparePermissions(before, after),
    ...comparePolicies(before, after),
    ...compareSettings(before, after),
  ]);
}

/** A subject with permissions: a function, users of a pool, or a role without a user in the JSON. */
interface Subject extends TermPlace {
  readonly key: string;
  readonly name: string;
  /** Undefined if the JSON does not declare it. */
  readonly role: LocalRole | undefined;
}

function comparePermissions(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  const pairs = versionPairs(
    subjectsOf(before, laterAddress(after)),
    subjectsOf(after, ({ address }) => address),
    ({ key }) => key,
  );
  return pairs.flatMap(({ before: old, after: next }) => {
    // A removed subject may do nothing; its removal is listed as a change.
    if (next === undefined) return [];
    return old === undefined ? createdSubject(next, after) : changedSubject(old, next, before, after);
  });
}

function subjectsOf(
  { functions, roles }: AccessFacts,
  addressOf: (place: TermPlace) => string,
): readonly Subject[] {
  return [
    ...functions.map((fn) => ({ ...fn, key: addressOf(fn) })),
    ...roles.flatMap(({ address, stack, name, role, holders, functions: own }): readonly Subject[] => {
      const place = { address, stack, role };
      const users = holders.slice(own.length);
      if (holders.length === 0) return [{ ...place, key: addressOf(place), name: `the role ${name}` }];
      return users.map((holder) => ({ ...place, key: holder, name: holder }));
    }),
  ];
}

const nothing: PolicySet = { statements: [], boundaries: [] };

/** New code comes with its permissions: they are listed, but only a wildcard among them is more than a new function needs. */
function createdSubject(subject: Subject, { model }: AccessFacts): readonly AccessTerm[] {
  if (subject.role === undefined) return [unknownRole(subject)];
  const found = wideningsOf(nothing, policySetOf(subject.role)).filter(
    ({ action }) => !isHousekeeping(action),
  );
  const isStar = found.some((each) => hasStar(each) && !isUnavoidableStar(each));
  const texts = wideningTexts(found, (arn) => nameInAppOfArn(model, arn));
  return [
    ...texts.map(({ text }) => termOf(subject, `${subject.name} is new, and may ${text}`, { isStar })),
    ...unknownPolicies(subject, []),
  ];
}

function changedSubject(
  old: Subject,
  next: Subject,
  before: AccessFacts,
  after: AccessFacts,
): readonly AccessTerm[] {
  if (next.role === undefined)
    return old.role === undefined && old.address === next.address ? [] : [unknownRole(next)];
  const [earlier, later] = [old.role === undefined ? nothing : policySetOf(old.role), policySetOf(next.role)];
  const [added, removed] = [wideningsOf(earlier, later), wideningsOf(later, earlier)];
  return [
    ...given(next, added, after),
    ...wideningTexts(removed, (arn) => nameInAppOfArn(before.model, arn)).map(({ text }) =>
      termOf(next, `${next.name} may no longer ${text}`),
    ),
    ...unknownPolicies(next, old.role?.unknownPolicies ?? []),
  ];
}

function given(subject: Subject, found: readonly Widening[], { model }: AccessFacts): readonly AccessTerm[] {
  return wideningTexts(found, (arn) => nameInAppOfArn(model, arn)).map(({ text, widenings }) =>
    termOf(subject, `${subject.name} may now ${text}`, {
      isOpening: true,
      isStar: widenings.some((each) => hasStar(each) && !isUnavoidableStar(each)),
    }),
  );
}

const unknownRole = (subject: Subject): AccessTerm =>
  termOf(
    subject,
    `${subject.name} has a role that is not in the JSON, so it may do what nobody can see here`,
    {
      isOpening: true,
    },
  );

/** Policies of other accounts and stacks: their permissions are unknown. */
const unknownPolicies = (subject: Subject, before: readonly string[]): readonly AccessTerm[] =>
  (subject.role?.unknownPolicies ?? [])
    .filter((each) => !before.includes(each))
    .map((each) =>
      termOf(subject, `${subject.name} has the policy ${each} now, which is not in the JSON`, {
        isOpening: true,
      }),
    );

/** The differences between the policies of resources, the trust of roles, and policies that no role of the JSON has. */
function comparePolicies(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  const known = knownThings(before, after);
  const pairs = versionPairs(
    before.policies,
    after.policies,
    (policy) => movedKey(policy, after),
    ({ key }) => key,
  );
  return pairs.flatMap(({ before: old, after: next }) => {
    const policy = next ?? old;
    if (policy === undefined) return [];
    const [earlier, later] = [old, next].map((each) => ({
      statements: each?.statements ?? [],
      boundaries: [],
    })) as [
      { statements: PolicyFact["statements"]; boundaries: [] },
      { statements: PolicyFact["statements"]; boundaries: [] },
    ];
    const isNew = old === undefined && !known.has(ownerOf(policy));
    const widenings = wideningsOf(earlier, later).filter((each) => !isNew || !isUsualTrust(each, policy));
    const added = textsOf(widenings, after, policy);
    const removed = textsOf(wideningsOf(later, earlier), before, policy);
    return [
      ...added.map((text) =>
        termOf(policy, sentence(policy, text, "may now"), {
          isOpening:
            !isNew || text.widenings.some(({ caller }) => caller !== undefined && caller.kind !== "Service"),
          isStar: isStar(text.widenings),
        }),
      ),
      // The policy of a removed resource is removed with it.
      ...(next === undefined && !known.has(ownerOf(policy)) ? [] : removed).map((text) =>
        termOf(policy, sentence(policy, text, "may no longer")),
      ),
    ];
  });
}

/** New resources trust the services that work with them, and roles of users the provider that signs them in. */
function isUsualTrust({ caller, statement }: Widening, { kind }: PolicyFact): boolean {
  const isConditional = statement.condition !== undefined;
  if (caller?.kind === "Service") return isConditional || kind === "trust";
  return caller?.kind === "Federated" && isConditional;
}

/** The key of an earlier policy in the later version. */
function movedKey(policy: PolicyFact, after: AccessFacts): string {
  return policy.key.replaceAll(policy.address, laterAddress(after)(policy));
}

/** The ARN of the resource that a policy decides about, or the address of its owner. */
const ownerOf = ({ key, address }: PolicyFact): string =>
  key.startsWith("policy of ") ? key.slice("policy of ".length) : address;

/** ARNs and addresses of the resources that are in both versions. */
function knownThings(before: AccessFacts, after: AccessFacts): ReadonlySet<string> {
  const things = (
    { model }: AccessFacts,
    addressOf: (place: { address: string }) => string,
  ): readonly string[] =>
    model.resources.flatMap((each) => {
      const { arn } = each.values;
      return typeof arn === "string" ? [addressOf(each), arn] : [addressOf(each)];
    });
  const earlier = new Set(things(before, laterAddress(after)));
  return new Set(things(after, ({ address }) => address).filter((each) => earlier.has(each)));
}

function textsOf(
  widenings: readonly Widening[],
  { model }: AccessFacts,
  policy: PolicyFact,
): readonly WideningText[] {
  const texts = wideningTexts(widenings, (arn) =>
    policy.kind === "trust" ? "" : nameInAppOfArn(model, arn),
  );
  // Every caller is among "anyone".
  const open = texts.filter(({ who }) => who === "anyone").map(({ text }) => text);
  return texts.filter(({ who, text }) => who === undefined || who === "anyone" || !open.includes(text));
}

function sentence({ kind, name }: PolicyFact, { who, text }: WideningText, may: string): string {
  const caller = who === undefined ? name : withoutExampleAccount(who);
  if (kind !== "trust")
    return `${caller} ${may} ${text}${kind === "resource" && !text.includes(name) ? ` (${name})` : ""}`;
  const conditions = text.replace(/^.*? on /, "");
  return `${caller} ${may} take the role ${name}${conditions}`;
}

const isStar = (widenings: readonly Widening[]): boolean =>
  // Trust policies have no resources, and policies of a resource often say `*` for itself.
  widenings.some((each) => each.caller === undefined && hasStar(each) && !isUnavoidableStar(each)) ||
  widenings.some(({ action, statement }) => /^(?:\*|[^:]*:\*)$/.test(action) || statement.notActions);

interface WideningText {
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
function wideningTexts(
  widenings: readonly Widening[],
  nameOf: (arn: string) => string,
): readonly WideningText[] {
  const byResource = groupedBy(widenings, ({ caller, resource, statement, isUncertain }) =>
    JSON.stringify([caller && principalText(caller), nameOf(resource), statement.condition, isUncertain]),
  );
  // The same actions on several resources are one text: a table and its indexes.
  const byActions = groupedBy([...byResource.values()], (group) => {
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

/**
 * Actions that do not support resources, so that their permission names all.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
const withoutResources =
  /^(?:xray:Put\w+|cloudwatch:PutMetricData|ec2:(?:Create|Delete|Describe)NetworkInterfaces?|ec2:(?:Assign|Unassign)PrivateIpAddresses|ssmmessages:\w+|sts:GetCallerIdentity)$/i;

/** Whether an action accepts only `*` as its resource. */
const isUnavoidableStar = ({ action, resource }: Widening): boolean =>
  resource === "*" && withoutResources.test(action);
