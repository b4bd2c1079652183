import { blocks, textMap } from "../values";
import type { Declarations } from "./declarations";

/** The name of the app, from the tags that the library gives the AWS provider; undefined in other JSON. */
export function appNameOf(stacks: readonly Declarations[]): string | undefined {
  const providers = stacks.flatMap(({ providers }) => providers.get("aws") ?? []);
  for (const provider of providers) {
    for (const tags of blocks(provider, "default_tags")) {
      const name = textMap(tags, "tags")["serverform:app"];
      if (name !== undefined) return name;
    }
  }
  return undefined;
}
