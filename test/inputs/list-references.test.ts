/** @group generated */

import { Token } from "cdktf";
import { constructDescriptions } from "../../lib/constructs/list";
import { attempt, attempted } from "./attempt";
import { bases } from "./bases";
import { placesOf, withValue } from "./inputs";
import { propType } from "./prop-types";

// A list of texts that Terraform knows only at deployment: it reaches the configuration, or is refused as a reference.
describe.each(constructDescriptions.map(({ className }) => className))("%s", (name) => {
  test("passes references to lists on, or refuses them", () => {
    expect(problemsOf(name)).toEqual([]);
  });
});

function problemsOf(name: string): readonly string[] {
  const base = bases[name];
  if (base?.props === undefined) return [];
  let valid: unknown;
  attempt((stack) => {
    valid = base.valid(stack);
  });
  const places = placesOf(propType(base.props), valid).filter(({ type }) =>
    type.items()?.kinds.has("string"),
  );
  const once = new Map(places.map((place) => [place.member, place]));
  return [...once.values()].flatMap(({ path }) => {
    const outcome = attempt((stack) => {
      const props = withValue(base.valid(stack), path, Token.asList("${var.given}"));
      return new base.create(stack, attempted, props as never);
    });
    const { kind } = outcome;
    const text =
      outcome.kind === "accepted"
        ? outcome.json
        : outcome.kind === "refused"
          ? outcome.error.message
          : String(outcome.error);
    const isGood =
      kind !== "crashed" && !text.includes("TfToken") && (kind === "refused" || text.includes("var.given"));
    return isGood ? [] : [`${path.join(".")} ${kind}: ${text.slice(0, 200)}`];
  });
}
