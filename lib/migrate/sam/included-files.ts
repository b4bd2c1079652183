import { existsSync } from "node:fs";
import { join } from "node:path";
import { SourceNode } from "../source/node";
import { readYaml } from "../source/read-yaml";

/** The template with the files that it includes: `AWS::Include`, and `DefinitionUri` of APIs. Others stay as given. */
export async function withIncludedFiles(folder: string, node: SourceNode): Promise<SourceNode> {
  if (node.isList) {
    const items: SourceNode[] = [];
    for (const item of node.items) items.push(await withIncludedFiles(folder, item));
    return new SourceNode(items, node.place);
  }
  if (!node.isMap) return node;
  const transform = node.get("Fn::Transform");
  const isInclude = transform?.get("Name")?.text === "AWS::Include";
  const content = isInclude ? await fileOf(folder, transform?.at("Parameters", "Location")) : undefined;
  if (content !== undefined) return content;
  const entries: [string, SourceNode][] = [];
  for (const [key, value] of node.entries) {
    const file = key === "DefinitionUri" && isApi(value) ? await fileOf(folder, value) : undefined;
    if (file === undefined) entries.push([key, await withIncludedFiles(folder, value)]);
    else entries.push(["DefinitionBody", file]);
  }
  return new SourceNode(new Map(entries), node.place);
}

/** State machines have definitions of another kind. */
const isApi = ({ text }: SourceNode): boolean => text !== undefined && !/\.asl\.|state/i.test(text);

async function fileOf(folder: string, location: SourceNode | undefined): Promise<SourceNode | undefined> {
  const file = location?.text;
  if (file === undefined || !/\.(ya?ml|json)$/.test(file) || !existsSync(join(folder, file)))
    return undefined;
  const content = await readYaml(folder, file);
  return content.get("openapi") === undefined && content.get("swagger") === undefined ? undefined : content;
}
