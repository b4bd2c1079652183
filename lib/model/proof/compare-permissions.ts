import type { AccessFacts } from "../access/facts";
import { nameInAppOfArn } from "../access/names";
import { isHousekeeping, policySetOf } from "../access/permissions";
import { hasStar, type PolicySet, type Widening, wideningsOf } from "../iam/comparison/widenings";
import type { LocalRole } from "../permissions/role-policies";
import { laterAddress, versionPairs } from "./pairs";
import { type AccessTerm, type TermPlace, termOf } from "./terms";
import { isUnavoidableStar, wideningTexts } from "./widening-texts";

/** A subject with permissions: a function, users of a pool, or a role without a user in the JSON. */
interface Subject extends TermPlace {
  readonly key: string;
  readonly name: string;
  /** Undefined if the JSON does not declare it. */
  readonly role: LocalRole | undefined;
}

/** The differences between what the functions, users and roles of two versions may do. */
export function comparePermissions(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  const pairs = versionPairs(
    subjectsOf(before, laterAddress(after)),
    subjectsOf(after, ({ address }) => address),
    ({ key }) => key,
  );
  return pairs.flatMap(({ before: old, after: next }) => {
    // A subject that is gone may do nothing; its removal is listed as a change.
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
