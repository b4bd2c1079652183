import { type Fact, hasFailed } from "../../history/fact";
import type { ConsoleApp } from "../actions";
import { save } from "./form";
import { clean, resultOf, type ShownTrace, titleOf } from "./trace";

/** Headers and members of JSON whose values do not leave this machine. */
const secretName = /authorization|cookie|password|passwd|secret|token|api-?key|credential|signature/i;
const tokenText = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bLOCALSESSION\.[\w-]+|\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g;
const mask = "•••";

/** A value without secrets and tokens, also those in texts that are JSON. */
export function masked(value: unknown, name = ""): unknown {
  if (typeof value === "string") return secretName.test(name) ? mask : maskedText(value);
  if (Array.isArray(value)) return value.map((each) => masked(each));
  if (typeof value !== "object" || value === null) return secretName.test(name) ? mask : value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, key)]));
}

function maskedText(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(masked(JSON.parse(text)));
    } catch {
      // A body that was cut: its members are found in the text.
      return text
        .replace(/("[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"?/g, (all, key: string) =>
          secretName.test(key) ? `${key}"${mask}"` : all,
        )
        .replace(tokenText, mask);
    }
  }
  return text
    .replace(/([\w-]+)=([^&\s]+)/g, (all, key: string) => (secretName.test(key) ? `${key}=${mask}` : all))
    .replace(tokenText, mask);
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const html = (text: string): string => clean(text).replace(/[&<>"]/g, (each) => escapes[each] ?? each);

const style = `:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}body{margin:1rem}
details{border-left:1px solid #8888;padding-left:.6rem}summary{cursor:pointer}pre{white-space:pre-wrap;overflow-wrap:anywhere}.bad{color:#c0392b}`;

/** A trace as a page of its own: it opens without a server, runs no script, and has no secrets. */
export function pageOf({ nodes, root }: ShownTrace, app: ConsoleApp | undefined): string {
  const lines = nodes.map(({ fact, depth }) => {
    const safe = masked(fact) as Fact;
    const title = html(`${safe.kind}  ${titleOf(safe, app)}  ${resultOf(safe)}`);
    const content = html(JSON.stringify(safe, undefined, 2));
    return `<details style="margin-left:${depth}rem"><summary${hasFailed(fact) ? ' class="bad"' : ""}>${title}</summary><pre>${content}</pre></details>`;
  });
  const title = html(titleOf(masked(root) as Fact, app));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${html(new Date(root.at).toISOString())}. Secrets and tokens are masked.</p>
${lines.join("\n")}
</body></html>
`;
}

export function download(trace: ShownTrace, app: ConsoleApp | undefined): void {
  save(`trace-${trace.root.id}.html`, pageOf(trace, app), "text/html");
}
