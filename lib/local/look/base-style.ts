/**
 * The style that all pages of the local server share: the console, the sign-in pages and the inbox.
 *
 * Colours, spaces and sizes are here and nowhere else. Each text has a contrast of at least 4.5 to 1 on each ground, in both schemes.
 */
export const baseStyle = `
:root {
  color-scheme: light dark;
  --text: #1b1f24;
  --quiet: #57606a;
  --line: #d0d7de;
  --border: #868f99;
  --ground: #ffffff;
  --raised: #f6f8fa;
  --chosen: #ddebfa;
  --accent: #0b5cad;
  --main: #0b5cad;
  --on-main: #ffffff;
  --good: #116329;
  --bad: #b42318;
  --warn: #7d4e00;
  --focus: #c46b00;
  --space: 0.5rem;
  --small: 0.8125rem;
  --body: 0.875rem;
  --large: 1rem;
  --title: 1.25rem;
  --radius: 6px;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  --shadow: 0 1px 3px rgb(0 0 0 / 0.12);
  font: 16px/1.5 system-ui, sans-serif;
  color: var(--text);
  background: var(--ground);
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3;
    --quiet: #9da7b3;
    --line: #30363d;
    --border: #6e7681;
    --ground: #0d1117;
    --raised: #161b22;
    --chosen: #1b3350;
    --accent: #6cb2f5;
    --main: #1f6fc4;
    --good: #4cc26a;
    --bad: #ff8b80;
    --warn: #e0b050;
    --focus: #f5a623;
    --shadow: none;
  }
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
button { cursor: pointer; background: var(--raised); border-color: var(--line); }
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
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
`;
