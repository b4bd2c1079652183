import { customProperties, tokens } from "./tokens";

/** The shared style of the local server's pages: the console, the sign-in pages and the inbox. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  ${customProperties(tokens.light)}
  ${customProperties(tokens.sizes)}
  font: 16px/1.5 system-ui, sans-serif;
  color: var(--text);
  background: var(--ground);
}
@media (prefers-color-scheme: dark) {
  :root { ${customProperties(tokens.dark)} }
}
* { box-sizing: border-box; }
body { margin: 0; font-size: var(--body); }
h1, h2, h3 { margin: 0; font-size: var(--large); font-weight: 600; }
a { color: var(--accent); }
h2, p { overflow-wrap: anywhere; }
button, input, select, textarea {
  font: inherit;
  color: inherit;
  background: var(--ground);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  padding: 0.25rem 0.5rem;
}
button { cursor: pointer; overflow-wrap: anywhere; background: var(--raised); border-color: var(--line); }
button.main { background: var(--main); border-color: var(--main); color: var(--on-main); }
pre {
  margin: 0.25rem 0 0;
  padding: var(--space);
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  font: var(--small)/1.4 var(--mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
[role="alert"], [role="status"] {
  border-left: 3px solid var(--bad);
  padding: 0.25rem 0.6rem;
  margin: var(--space) 0 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
[role="status"] { border-color: var(--good); }
[role="alert"]:empty { border: 0; padding: 0; margin: 0; }
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
`;
