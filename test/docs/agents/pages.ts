import { posix } from "node:path";
import { constructDescriptions } from "../../../lib/constructs/list";
import type { ConstructDescription } from "../../../lib/kit/description";
import { readmeOf } from "../readme-of";

/** The folder of the pages. */
export const pagesFolder = "docs/agents/constructs";

/** A construct with a document of its own. */
export type DocumentedConstruct = ConstructDescription & Required<Pick<ConstructDescription, "document">>;

/** The constructs with a document, in the order of the documents. */
export const documentedConstructs: readonly DocumentedConstruct[] = (
  constructDescriptions as readonly ConstructDescription[]
).filter((each): each is DocumentedConstruct => each.document !== undefined);

/** The file of a construct's page: `docs/agents/constructs/queue.md`. */
export function pageOf(description: DocumentedConstruct): string {
  return `${pagesFolder}/${posix.basename(posix.dirname(String(readmeOf(description))))}.md`;
}
