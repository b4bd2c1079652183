import type { ConstructDescription } from "../../lib/kit/description";

/** The document of a construct: that of the folder with the name of its class. Undefined if it has none of its own. */
export function readmeOf({ className, document }: ConstructDescription): string | undefined {
  const folder = className.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  return document && (document.readme ?? `lib/constructs/${folder}/README.md`);
}
