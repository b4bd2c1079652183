import { appendFileSync } from "node:fs";
import { constructDescriptions } from "../../lib/constructs/list";
import { attempt } from "./attempt";
import { bases } from "./bases";
import { placesOf, withValue } from "./inputs";
import { propType } from "./prop-types";

const odd: Record<string,string> = { empty: "", odd: "!? ä", huge: "x".repeat(9000) };
test.each(constructDescriptions.map(({ className }) => className))("%s", (name) => {
  const base = bases[name]!;
  if (base.props === undefined) return;
  let valid: unknown;
  attempt((stack) => { valid = base.valid(stack); });
  for (const place of placesOf(propType(base.props), valid)) {
    if (!place.type.kinds.has("string") || (place.type.literals !== undefined)) continue;
    for (const [k, v] of Object.entries(odd)) {
      const o = attempt((stack) => new base.create(stack, "It", withValue(base.valid(stack), place.path, v) as never));
      if (o.kind === "accepted") appendFileSync("/tmp/w2/accepted.txt", `${name}.${place.path.join(".")} = ${k}\n`);
    }
  }
});
