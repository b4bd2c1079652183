import type { MapKind } from "../../facts/aws/resource-types";
import type { AppMap } from "./app-map";

/** The form of each kind. Source: https://mermaid.js.org/syntax/flowchart.html#node-shapes */
const shapes = {
  api: ["{{", "}}"],
  function: ["(", ")"],
  queue: ["[/", "/]"],
  topic: ["[/", "/]"],
  bus: ["[/", "/]"],
  table: ["[(", ")]"],
  bucket: ["[(", ")]"],
  stream: ["[/", "/]"],
  database: ["[(", ")]"],
  users: ["([", "])"],
  site: ["{{", "}}"],
} satisfies Record<MapKind, readonly [string, string]>;

/** A map as a Mermaid flowchart, which GitHub draws in Markdown. */
export function mermaidOf({ nodes, edges }: AppMap): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return [
    "flowchart LR",
    ...nodes.map(({ id, kind, title }) => {
      const [open, close] = shapes[kind];
      return `  ${names.get(id)}${open}"${escaped(title)}<br><small>${kind}</small>"${close}`;
    }),
    ...edges.map(({ from, to, label }) => `  ${names.get(from)} -->|${label}| ${names.get(to)}`),
    "",
  ].join("\n");
}

/** Mermaid supports numeric HTML entities. */
const escaped = (text: string): string => text.replace(/[^\w /.{}-]/g, (each) => `#${each.charCodeAt(0)};`);
