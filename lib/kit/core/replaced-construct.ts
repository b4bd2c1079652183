import { Construct, type IConstruct } from "constructs";
import { isLibraryError, type ServerformError } from "../../facts/errors/error";
import { makeStandIn } from "../../facts/errors/stand-in";
import { singleProblems } from "./collected-problems";
import { stepsOfProblem, withoutProps, withoutStandIns } from "./without-props";

/** A construct has a few mistakes. More rounds would only find consequences. */
const maxRounds = 12;

/**
 * Makes something in place of a construct whose props are refused: the same construct without the refused props, or a construct
 * that accepts every call. The app cannot be synthesized any more; the code after the construct is still checked.
 *
 * Without a prop the other props are checked, too, so that all mistakes of the construct are found.
 *
 * @param problems - the problems of the construct; those that are found here are added
 */
export function replaceConstruct(
  construct: (args: readonly unknown[]) => object,
  [scope, id, props, ...others]: readonly unknown[],
  problems: ServerformError[],
): object {
  if (!isNode(scope)) return makeStandIn();
  // The id may be that of another construct.
  const isIdRefused = typeof id !== "string" || problems.some(({ prop }) => /^(cdk\.)?id$/.test(prop));
  if (isIdRefused) return makeStandIn(unnamed(scope));
  const ownId = childId(id, props);
  const where = scope.node.path === "" ? ownId : `${scope.node.path}/${ownId}`;
  const stepsIn = (each: ServerformError) => (each.path === where ? stepsOfProblem(each) : []);
  const removed: (readonly string[])[] = [];
  let paths = problems.map(stepsIn);
  let given = withoutStandIns(props);
  let hasLostParts = false;
  for (let round = 0; round < maxRounds; round += 1) {
    given = withoutProps(given, paths);
    if (given === undefined) break;
    removed.push(...paths);
    scope.node.tryRemoveChild(ownId);
    try {
      return construct([scope, id, given, ...others]);
    } catch (error) {
      if (!isLibraryError(error)) break;
      const found = singleProblems(error).filter(
        (each) => !isAboutRemoved(each, removed) && !(hasLostParts && isAboutNames(each)),
      );
      problems.push(...found);
      if (found.length === 0 && paths.length === 0) break;
      hasLostParts ||= found.length === 0;
      // The object around the props cannot be without them.
      paths = found.length > 0 ? found.map(stepsIn) : paths.map((each) => each.slice(0, -1));
    }
  }
  scope.node.tryRemoveChild(ownId);
  return makeStandIn(new Construct(scope, ownId));
}

const childId = (id: string, props: unknown): string => {
  const { id: given } = Object(Object(props).cdk) as { readonly id?: unknown };
  return typeof given === "string" ? given : id;
};

/** Whether a problem is a consequence of props that were taken out: it is in one of them, around one, or names one. */
function isAboutRemoved(problem: ServerformError, removed: readonly (readonly string[])[]): boolean {
  const steps = stepsOfProblem(problem);
  return removed.some((path) => {
    const name = path.at(-1) ?? "";
    // The items after a removed one have other numbers.
    const isItem = /^\d+$/.test(name);
    const own = isItem ? path.slice(0, -1) : path;
    const isNear = own.every((step, index) => index >= steps.length || steps[index] === step);
    const text = problem.message.slice(problem.path.length + problem.prop.length);
    return (isNear && (isItem || steps.length <= own.length)) || (!isItem && namesWord(text, name));
  });
}

/** Codes whose texts list the parts that a construct has. */
const listsOfParts: readonly string[] = [
  "appsync-data-source-unknown",
  "authorizer-unknown",
  "events-data-source-unknown",
  "part-not-found",
  "route-settings-unknown",
  "table-field-unknown",
  "userbase-scope-unknown",
];

/** Whether a problem lists parts, of which some were taken out. */
const isAboutNames = ({ code }: ServerformError): boolean => listsOfParts.includes(code);

function namesWord(text: string, word: string): boolean {
  const escaped = word.replace(/[^\w]/g, "\\$&");
  return new RegExp(`(?<!\\w)${escaped}(?!\\w)`).test(text);
}

/** A construct with nothing in it: others may be created below it, and may wait for it. */
const unnamed = (scope: IConstruct): IConstruct =>
  new Construct(scope, `refused-${scope.node.children.length}`);

function isNode(value: unknown): value is IConstruct {
  return typeof (value as Partial<IConstruct> | undefined)?.node?.tryRemoveChild === "function";
}
