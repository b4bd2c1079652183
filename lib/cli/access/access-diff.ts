import type { AccessFacts } from "../../model/access/facts";
import { compareAccess } from "../../model/proof/compare";
import { type AccessTerm, orderedTerms, termOf } from "../../model/proof/terms";
import { apiTerms, type ChangedValues, type Loss, lossesOf, type ResourceChange } from "../terraform/review";
import { changesOf, type StackChanges } from "./changes";

/** The differences between two versions of a stack, in the form of `diff --json`. */
export interface StackAccessDiff {
  readonly id: string;
  readonly changes: readonly ResourceChange[];
  readonly losses: readonly Loss[];
  readonly terms: readonly Omit<AccessTerm, "stack">[];
  readonly outputs: readonly string[];
  readonly errors: readonly string[];
}

/** The differences between two versions of an app. */
export interface AccessDiff {
  readonly stacks: readonly StackAccessDiff[];
  /** The parts that could not be compared, in sentences. */
  readonly problems: readonly string[];
}

/** The output of `diff --against --json`. */
export interface AccessDiffOutput extends AccessDiff {
  /** The earlier version, as it was given. */
  readonly against: string;
}

/** Compares two versions, stack by stack. */
export function diffAccess(before: AccessFacts, after: AccessFacts): AccessDiff {
  const access = compareAccess(before, after);
  const changes = changesOf(before, after);
  const ids = [...new Set([...changes.keys(), ...access.map(({ stack }) => stack)])].sort();
  return {
    stacks: ids.map((id) => stackDiff(id, changes.get(id), access)),
    problems: [...strangers(before, after), ...new Set([...before.problems, ...after.problems])],
  };
}

function stackDiff(
  id: string,
  changes: StackChanges | undefined,
  access: readonly AccessTerm[],
): StackAccessDiff {
  const own = access.filter(({ stack }) => stack === id);
  const others = changes === undefined ? [] : otherTerms(id, changes);
  return {
    id,
    changes: changes?.changes ?? [],
    losses: changes === undefined ? [] : lossesOf(changes.stack, changes),
    terms: orderedTerms([...own, ...others]).map(({ stack: _stack, ...term }) => term),
    outputs: [],
    errors: [],
  };
}

/** Types that the comparison of access shows better than the plan of a resource. */
const comparedTypes =
  /^aws_(?:apigatewayv2_route|api_gateway_method|api_gateway_resource|apigatewayv2_domain_name|api_gateway_domain_name|lambda_function_url|iam_role_policy|s3_bucket_public_access_block)$/;

/** The other changes, in the words that a plan has for them. */
function otherTerms(id: string, { stack, values }: StackChanges): readonly AccessTerm[] {
  const rest = values.filter(({ type }) => !comparedTypes.test(type));
  return rest.flatMap((each: ChangedValues) =>
    apiTerms(stack, [each]).map(({ text }) => termOf({ address: `${id}/${each.address}`, stack: id }, text)),
  );
}

/** Two outputs of different stages or apps have no stack in common: everything would be new. */
function strangers(before: AccessFacts, after: AccessFacts): readonly string[] {
  const [old, next] = [before, after].map(({ model }) => [
    ...new Set(model.resources.map(({ stack }) => stack)),
  ]);
  if (old === undefined || next === undefined || old.length === 0 || old.some((id) => next.includes(id)))
    return [];
  return [
    `No stack is in both versions: ${old.join(", ")} before, ${next.join(", ") || "none"} now. Compare outputs of the same app and stage.`,
  ];
}
