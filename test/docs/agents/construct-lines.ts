import { constructGroups } from "../../../lib/kit/description/construct-description";
import { publicName } from "../../../lib/kit/iam/permissions/row";
import { documentedConstructs, pageOf } from "./pages";

/** A line for each construct, by groups, with links to the pages for agents from the root of the repository. */
export function constructLines(): string {
  const groups = constructGroups.map((group) => {
    const lines = documentedConstructs
      .filter(({ document }) => document.group === group)
      .map((each) => `- [${publicName(each)}](${pageOf(each)}): ${each.document.summary}`);
    return [`${group}:`, lines.join("\n")].join("\n\n");
  });
  return groups.join("\n\n");
}
