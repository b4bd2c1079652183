import { masked } from "../../../facts/errors/secrets/secret-mask";
import { outcomeOf } from "../../history/fact";
import type { ConsoleApp } from "../actions";
import { ask } from "./api";
import { save } from "./form";
import { clean, looks, resultOf, type ShownTrace, titleOf } from "./trace";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const html = (text: string): string => clean(text).replace(/[&<>"]/g, (each) => escapes[each] ?? each);

const style = `:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}body{margin:1rem}
details{border-left:1px solid #8888;padding-left:.6rem}summary{cursor:pointer}pre{white-space:pre-wrap;overflow-wrap:anywhere}.warn{color:#8a5a00}.bad{color:#c0392b}@media(prefers-color-scheme:dark){.warn{color:#e0b050}.bad{color:#ff8b80}}`;

/** A trace as a separate page: it opens without a server, and contains no scripts or secrets. */
export function pageOf({ nodes, root }: ShownTrace, app: ConsoleApp | undefined): string {
  const lines = nodes.map(({ fact, depth }) => {
    const safe = masked(fact);
    const title = html(`${safe.kind}  ${titleOf(safe, app)}  ${resultOf(safe)}`);
    const content = html(JSON.stringify(safe, undefined, 2));
    return `<details style="margin-left:${depth}rem"><summary class="${looks[outcomeOf(fact)].class}">${title}</summary><pre>${content}</pre></details>`;
  });
  const title = html(titleOf(masked(root), app));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${html(new Date(root.at).toISOString())}. Secrets and tokens are masked.</p>
${lines.join("\n")}
</body></html>
`;
}

/** Saves a trace. The server masks it first, since it knows the values of the app's secrets. */
export async function download(
  { root, nodes, ...trace }: ShownTrace,
  app: ConsoleApp | undefined,
): Promise<void> {
  const { facts } = await ask("share", { ids: nodes.map(({ fact }) => fact.id) });
  const safe = new Map(facts.map((fact) => [fact.id, fact]));
  const shared: ShownTrace = {
    ...trace,
    root: safe.get(root.id) ?? masked(root),
    nodes: nodes.map(({ fact, depth }) => ({ fact: safe.get(fact.id) ?? masked(fact), depth })),
  };
  save(`trace-${root.id}.html`, pageOf(shared, app), "text/html");
}
