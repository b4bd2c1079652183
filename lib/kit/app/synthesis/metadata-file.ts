import * as fs from "node:fs";
import * as path from "node:path";
import type { IConstruct } from "constructs";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { resolveContent } from "../../core/tokens/resolve";
import { type ConstructMetadata, type ConstructMetadataEntry, isNamedConstruct } from "../metadata";
import { constructName } from "../names/construct-name";
import { exceptionEntries } from "../rule-exceptions";
import { stackOf } from "../scope/owner";

/** Writes the metadata of all constructs, for the command line and other tools. References are written as in Terraform. */
export function writeMetadata(app: IConstruct, outdir: string): void {
  const entries = constructsOfTree(app)
    .filter(isNamedConstruct)
    .map((construct) => ({
      id: constructName(construct),
      addr: construct.node.addr,
      stack: stackOf(construct).node.id,
      ...(resolveContent(construct, construct.getConstructMetadata()) as ConstructMetadata),
    })) satisfies readonly ConstructMetadataEntry[];
  const all = [...entries, ...exceptionEntries(app)];
  fs.writeFileSync(path.join(outdir, "serverform.json"), `${JSON.stringify(all, null, 2)}\n`);
}
