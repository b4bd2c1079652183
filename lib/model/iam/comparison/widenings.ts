import { matchesWildcard } from "../../../facts/aws/wildcards";
import { type EvaluatedRequest, evaluateStatements } from "../evaluate";
import type { PolicyDocumentStatement } from "../policy-document";
import { withVariables } from "../policy-variables";
import type { Principal } from "../principal";
import { type ConditionKeys, type RequestKeys, requestKeys } from "../request-keys";
import { callersNamedIn, isAbout } from "./callers";
import { type Contexts, contextsOf, isOpaqueKey, withOpaqueConditions } from "./contexts";
import { intersectionsOf, patternCovers, sampleOf, shortSamplesOf } from "./patterns";

/** The policies that decide about one subject together. */
export interface PolicySet {
  readonly statements: readonly PolicyDocumentStatement[];
  /** Permissions boundaries; all of them must allow a request, too. */
  readonly boundaries: readonly (readonly PolicyDocumentStatement[])[];
}

/** A permission that the later policies give, and the earlier ones do not. */
export interface Widening {
  /** As written, with wildcards: `s3:Get*`. */
  readonly action: string;
  /** With wildcards. */
  readonly resource: string;
  /** Undefined for policies without principals. */
  readonly caller: Principal | undefined;
  readonly statement: PolicyDocumentStatement;
  /** Whether it depends on a condition that cannot be evaluated. */
  readonly isUncertain: boolean;
}

/**
 * The requests that later policies allow and earlier ones do not. Empty if the later ones are the same in other words, or allow less.
 *
 * Every statement of the later policies is tried with requests that stand for all that it allows (see `sampleOf`), and for the parts of
 * it that an exception of either side cuts out. The evaluator decides about each of them.
 */
export function wideningsOf(before: PolicySet, after: PolicySet): readonly Widening[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [earlier, later] = [opaque(before), opaque(after)];
  const areExceptionsKept = exceptionsOf(earlier) === exceptionsOf(later);
  const known = new Set(earlier.statements.map(canonical));
  const exceptions = patternsOfExceptions([earlier, later]);
  const sides: Sides = {
    earlier,
    later,
    conditional: [earlier, later]
      .flatMap(({ statements, boundaries }) => [...statements, ...boundaries.flat()])
      .filter(({ condition, hasVariables }) => condition !== undefined || hasVariables),
  };
  const callers = callersNamedIn([...earlier.statements, ...later.statements]);
  const found = later.statements.flatMap((statement) => {
    if (statement.effect === "Deny" || (areExceptionsKept && known.has(canonical(statement)))) return [];
    const actions = partsOf(statement.actions, statement.notActions, exceptions.actions);
    const resources = partsOf(statement.resources, statement.notResources, exceptions.resources);
    return callers
      .filter((caller) => isAbout(statement, caller))
      .flatMap((caller) =>
        actions.flatMap((action) =>
          resources.flatMap((resource) => tryPart({ statement, action, resource, caller }, sides) ?? []),
        ),
      );
  });
  return found.filter(
    (each, index) => !found.some((other, at) => at !== index && includes(other, each, at < index)),
  );
}

/** Whether a widening covers another one. Of two equal ones, the first covers the second. */
function includes(wide: Widening, narrow: Widening, isFirst: boolean): boolean {
  if (wide.isUncertain && !narrow.isUncertain) return false;
  if (wide.caller !== narrow.caller || wide.statement.condition !== narrow.statement.condition) return false;
  if (
    !patternCovers(wide.action.toLowerCase(), narrow.action.toLowerCase()) ||
    !patternCovers(wide.resource, narrow.resource)
  )
    return false;
  const isSame =
    patternCovers(narrow.action.toLowerCase(), wide.action.toLowerCase()) &&
    patternCovers(narrow.resource, wide.resource);
  return !isSame || isFirst;
}

const opaque = ({ statements, boundaries }: PolicySet): PolicySet => ({
  statements: statements.map(withOpaqueConditions),
  boundaries: boundaries.map((each) => each.map(withOpaqueConditions)),
});

/** A statement in one text, without parts that have no effect. */
function canonical(statement: PolicyDocumentStatement): string {
  const { writtenActions: _written, ...rest } = statement;
  return JSON.stringify({ ...rest, actions: rest.actions.toSorted(), resources: rest.resources.toSorted() });
}

/** The statements of a side that limit the permissions of other statements. */
const exceptionsOf = ({ statements, boundaries }: PolicySet): string =>
  JSON.stringify([
    [...new Set(statements.filter(({ effect }) => effect === "Deny").map(canonical))].sort(),
    boundaries.map((each) => each.map(canonical).toSorted()).toSorted(),
  ]);

interface Patterns {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** The patterns of exceptions, which remove a part of the permissions of other statements. */
function patternsOfExceptions(sides: readonly PolicySet[]): Patterns {
  const all = sides.flatMap(({ statements, boundaries }) => [
    ...statements.map((statement) => ({ statement, isException: statement.effect === "Deny" })),
    ...boundaries.flat().map((statement) => ({ statement, isException: true })),
  ]);
  const of = (isNegated: "notActions" | "notResources", list: "actions" | "resources"): readonly string[] => [
    ...new Set(
      all
        .filter(({ statement, isException }) => isException || statement[isNegated])
        .flatMap(({ statement }) => statement[list]),
    ),
  ];
  return { actions: of("notActions", "actions"), resources: of("notResources", "resources") };
}

/** The patterns of a statement, and the parts of them that exceptions are about. */
function partsOf(
  own: readonly string[],
  isNegated: boolean,
  exceptions: readonly string[],
): readonly string[] {
  const wholes = isNegated ? ["*"] : own;
  const parts = wholes.flatMap((whole) => [
    whole,
    ...exceptions
      .filter((each) => !own.includes(each) || isNegated)
      .flatMap((each) => intersectionsOf(whole, each)),
  ]);
  return [...new Set(parts)].filter(
    (part) => !isNegated || !own.some((each) => matchesWildcard(each, sampleOf(part))),
  );
}

interface Part {
  readonly statement: PolicyDocumentStatement;
  readonly action: string;
  readonly resource: string;
  readonly caller: Principal | undefined;
}

/** Both versions, and the statements of both that decide by condition keys. */
interface Sides {
  readonly earlier: PolicySet;
  readonly later: PolicySet;
  readonly conditional: readonly PolicyDocumentStatement[];
}

function tryPart(part: Part, { earlier, later, conditional }: Sides): Widening | undefined {
  const { statement, caller } = part;
  const involved = conditional.filter((each) => isInvolved(each, part));
  const contexts = contextsOf([statement, ...involved]);
  const found = firstDifference(part, contexts, earlier, later);
  // Not all combinations were tried and the text differs, so it is unknown whether both allow the same.
  const isUntried = found === undefined && contexts.isPartial && !earlier.statements.some(same(statement));
  if (found === undefined && !isUntried) return undefined;
  return {
    action: writtenAction(part),
    resource: part.resource,
    caller,
    statement,
    isUncertain: isUntried || found?.isCertain === false,
  };
}

const same = (statement: PolicyDocumentStatement): ((other: PolicyDocumentStatement) => boolean) => {
  const text = canonical(statement);
  return (other) => canonical(other) === text;
};

/** Whether a statement may decide about requests of a part, regardless of its conditions. */
function isInvolved(other: PolicyDocumentStatement, { action, resource, caller }: Part): boolean {
  const isOf = (list: readonly string[], sample: string): boolean =>
    list.some((each) => matchesWildcard(each, sample));
  if (!isAbout(other, caller)) return false;
  if (!other.notActions && !isOf(other.actions, sampleOf(action))) return false;
  // A variable may stand for anything.
  return other.hasVariables || other.notResources || isOf(other.resources, sampleOf(resource));
}

/** The first of the contexts in which only the later policies allow the part. One without opaque conditions is preferred. */
function firstDifference(
  part: Part,
  { list }: Contexts,
  earlier: PolicySet,
  later: PolicySet,
): { readonly isCertain: boolean } | undefined {
  let uncertain = false;
  for (const context of list) {
    const keys = requestKeys(context);
    for (const [action, resource] of requestsOf(part, keys)) {
      const request = { caller: part.caller, action, resource, keys };
      if (!allows(later, request) || allows(earlier, request)) continue;
      if (!restsOnOpaque(context)) return { isCertain: true };
      uncertain = true;
    }
  }
  return uncertain ? { isCertain: false } : undefined;
}

const restsOnOpaque = (context: ConditionKeys): boolean =>
  Object.entries(context).some(([key, value]) => isOpaqueKey(key) && value !== undefined);

/** The requests that stand for a part. */
function requestsOf({ action, resource }: Part, keys: RequestKeys): readonly (readonly [string, string])[] {
  const pattern = withVariables(resource, keys);
  if (pattern === undefined) return [];
  const samples = (of: string): readonly string[] => [sampleOf(of), ...shortSamplesOf(of)];
  const [actions, resources] = [samples(action), samples(pattern)];
  return actions.flatMap((each) => resources.map((other) => [each, other] as const));
}

/** The decision of the evaluator, within the boundaries. */
function allows({ statements, boundaries }: PolicySet, request: EvaluatedRequest): boolean {
  if (evaluateStatements(statements, request).decision !== "allow") return false;
  return boundaries.every(
    (each) => evaluateStatements(each, { ...request, caller: undefined }).decision === "allow",
  );
}

function writtenAction({ statement, action }: Part): string {
  return statement.writtenActions.find((each) => each.toLowerCase() === action) ?? action;
}

/** Whether a widening allows a whole service, or all resources. */
export function hasStar({ action, resource, statement }: Widening): boolean {
  return (
    /^(?:\*|[^:]*:\*)$/.test(action) || resource === "*" || statement.notActions || statement.notResources
  );
}
