import type { AccessFacts, PolicyFact } from "../access/facts";
import { nameInAppOfArn } from "../access/names";
import { hasStar, type Widening, wideningsOf } from "../iam/comparison/widenings";
import { withoutExampleAccount } from "../permissions/resource-names";
import { laterAddress, versionPairs } from "./pairs";
import { type AccessTerm, termOf } from "./terms";
import { isUnavoidableStar, type WideningText, wideningTexts } from "./widening-texts";

/** The differences between the policies of resources, the trust of roles, and policies that no role of the JSON has. */
export function comparePolicies(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
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
      // A resource that is gone takes its policy with it.
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
