import { resourceTypes } from "../../../facts/aws/resource-types";
import { text } from "../../resources/values";
import type { Rule, Violation } from "../rule";

/** The argument with the name, by type. The names of servants follow those of the resources that refer to them. */
const nameAttributes = Object.entries(resourceTypes).flatMap(([type, { name, isMain, isServant }]) =>
  name !== undefined && isMain === true && isServant !== true ? [[type, name] as const] : [],
);

/** The names of resources match a pattern. Names that AWS chooses are left out. */
export function naming(pattern: RegExp): Rule {
  return {
    id: "naming",
    check: (facts) =>
      nameAttributes.flatMap(([type, attribute]) =>
        facts.ofType(type).flatMap((at): readonly Violation[] => {
          const name = text(at.values, attribute);
          if (name === undefined || pattern.test(name)) return [];
          return [
            {
              at,
              of: name,
              problem: `is a name that ${pattern} does not match`,
              remedy: "Choose another name.",
            },
          ];
        }),
      ),
  };
}
