// The conformance suite of MCP, also on Node 20: one of its commands, which compares SDKs, imports a function of Node 22.
//   node test/packages/mcp/conformance.mjs server --url http://127.0.0.1:4000/mcp --requirements 2026-07-28
import { register } from "node:module";

const hooks = `
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith("/conformance/dist/index.js")) return loaded;
  return { ...loaded, source: String(loaded.source).replace(/globSync as \\w+,/, "") };
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
await import("@modelcontextprotocol/conformance/dist/index.js");
