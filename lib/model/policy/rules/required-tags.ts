import { resourceTypes } from "../../../facts/aws/resource-types";
import type { Rule } from "../rule";

const tagged = Object.entries(resourceTypes).flatMap(([type, { isMain }]) => (isMain === true ? [type] : []));

/**
 * Resources that hold data, run code or are called have tags. Default tags of the provider count.
 *
 * @param tags - names of tags, or the pattern of the value by the name
 */
export function requiredTags(tags: readonly string[] | Readonly<Record<string, RegExp>>): Rule {
  const required = Array.isArray(tags)
    ? tags.map((name: string) => [name, /./] as const)
    : Object.entries(tags);
  return {
    id: "required-tags",
    check: (facts) =>
      tagged
        .flatMap((type) => facts.ofType(type))
        .flatMap((at) => {
          const own = facts.tagsOf(at);
          return required
            .filter(([name, pattern]) => !pattern.test(own[name] ?? ""))
            .map(([name, pattern]) => ({
              at,
              of: name,
              problem:
                own[name] === undefined
                  ? "the tag is missing"
                  : `the tag is "${own[name]}", which ${pattern} does not match`,
              remedy: "Set it for all resources: new App({ provider: { defaultTags: { ... } } }).",
            }));
        }),
  };
}
