/** @group processes */
import { createdFirstTypes } from "../../../lib/app/references/order/created-first-types";
import { type Shape, type ShapeEvent, ShapeWorkspace } from "../../support/plan/shapes";
import { describePair, type Pair, pairsIn, templates } from "./pairs";
import { isReplaced, reasonForNoOrder } from "./unordered";

const pairs = pairsIn(templates());

/** What AWS does not delete while these types refer to it. */
const protectedPairs: ReadonlySet<string> = new Set([
  ...Object.entries(createdFirstTypes).flatMap(([used, { protectedBy = [] }]) =>
    protectedBy.map((user) => `${used} <- ${user}`),
  ),
  // A function that CloudFront has copies of. Its permission depends on the distribution, so that it is created first too.
  // Source: https://github.com/hashicorp/terraform-provider-aws/issues/1721
  "aws_lambda_function <- aws_cloudfront_distribution",
]);
const isProtected = ({ user, used }: Pair) => protectedPairs.has(`${used} <- ${user}`);

/** What of a pair decides on the order in Terraform. */
type Kind = readonly [isUsedCreatedFirst: boolean, isUserCreatedFirst: boolean, isReplacedByNames: boolean];
const kindOf = (pair: Pair): Kind => [pair.isUsedCreatedFirst, pair.isUserCreatedFirst, isReplaced(pair)];

/** Pairs of one kind are one shape: Terraform knows nothing of their types. */
const kinds = new Map(pairs.map((pair) => [kindOf(pair).join(), kindOf(pair)]));
const indexOf = (pair: Pair): number => [...kinds.keys()].indexOf(kindOf(pair).join());

/** Both sides of an edit for every kind of pair. They do not touch, so that one run of Terraform makes all edits. */
const shapesOf = (side: "before" | "goes" | "replaced"): ReadonlyMap<string, Shape> =>
  new Map(
    [...kinds.values()].flatMap(
      ([isUsedCreatedFirst, isUserCreatedFirst, isReplacedByNames], index): [string, Shape][] => {
        const names = side === "goes" ? [] : [`used${index}`];
        const used: Shape = {
          names: [],
          isCreatedFirst: isUsedCreatedFirst,
          version: side === "replaced" ? 2 : 1,
        };
        const user: Shape = { names, isCreatedFirst: isUserCreatedFirst, isReplacedByNames };
        return [
          ...(side === "goes" ? [] : [[`used${index}`, used] satisfies [string, Shape]]),
          [`user${index}`, user],
        ];
      },
    ),
  );

/** Whether the user refers to something else, or is gone, before the old one is destroyed. */
function isOrdered(events: readonly ShapeEvent[], index: number): boolean {
  const at = (name: string, step: ShapeEvent["step"], ...actions: readonly string[]) =>
    events.findIndex(
      (each) => each.name === `${name}${index}` && each.step === step && actions.includes(each.action),
    );
  const destroyed = at("used", "start", "delete");
  const changed = at("user", "complete", "update", "delete");
  if (destroyed === -1 || changed === -1) throw new Error(`the pair of shapes ${index} was not edited`);
  return changed < destroyed;
}

describe.each(["goes", "replaced"] as const)("what is referred to and %s", (side) => {
  let events: readonly ShapeEvent[] = [];

  beforeAll(() => {
    const workspace = new ShapeWorkspace();
    workspace.apply(shapesOf("before"));
    events = workspace.apply(shapesOf(side));
  }, 300_000);

  const unordered = () => pairs.filter((pair) => !isOrdered(events, indexOf(pair)));

  test("is never destroyed while AWS refuses that because of what refers to it", () => {
    expect(unordered().filter(isProtected).map(describePair)).toEqual([]);
  });

  test("is destroyed after all that refers to it has changed, unless there is a reason", () => {
    const found = unordered().filter((pair) => reasonForNoOrder(pair) === undefined);
    expect([...new Set(found.map(describePair))]).toEqual([]);
  });
});

test("every pair that AWS protects occurs", () => {
  const found = new Set(pairs.map(({ user, used }) => `${used} <- ${user}`));
  expect([...protectedPairs].filter((each) => !found.has(each))).toEqual([]);
});
