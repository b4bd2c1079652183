/**
 * The colours, spaces and sizes of all pages and pictures: the console, the sign-in pages, the inbox, the map, and the pages of
 * examples and templates. They are defined only here.
 *
 * Each text has a contrast of at least 4.5 to 1 on each background, in both schemes.
 */
export const tokens = {
  light: {
    text: "#1b1f24",
    quiet: "#57606a",
    line: "#d0d7de",
    border: "#868f99",
    ground: "#ffffff",
    raised: "#f6f8fa",
    chosen: "#ddebfa",
    accent: "#0b5cad",
    main: "#0b5cad",
    "on-main": "#ffffff",
    good: "#116329",
    bad: "#b42318",
    warn: "#7d4e00",
    focus: "#c46b00",
    entries: "#0b5cad",
    code: "#9a4d00",
    messages: "#8a2a7d",
    data: "#1a6b3a",
    people: "#5a4a9c",
    shadow: "0 1px 3px rgb(0 0 0 / 0.12)",
  },
  dark: {
    text: "#e6edf3",
    quiet: "#9da7b3",
    line: "#30363d",
    border: "#6e7681",
    ground: "#0d1117",
    raised: "#161b22",
    chosen: "#1b3350",
    accent: "#6cb2f5",
    main: "#1f6fc4",
    "on-main": "#ffffff",
    good: "#4cc26a",
    bad: "#ff8b80",
    warn: "#e0b050",
    focus: "#f5a623",
    entries: "#6cb2f5",
    code: "#f0a35e",
    messages: "#e08bd3",
    data: "#4cc26a",
    people: "#b3a6f2",
    shadow: "none",
  },
  sizes: {
    space: "0.5rem",
    small: "0.8125rem",
    body: "0.875rem",
    large: "1rem",
    title: "1.25rem",
    radius: "6px",
    mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  },
} as const;

export const customProperties = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ");

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${tokens.light.main}"/><path d="M4 5h8M4 8h8M4 11h5" stroke="white" stroke-width="1.6"/></svg>`;

/** The icon link of all pages, as a data URL. */
export const iconLink = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`;
