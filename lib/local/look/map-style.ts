import { tokens } from "./tokens";

/** The style of the map, in the page of the console and in pictures. */
export const mapStyle = `
.map-ground { fill: var(--ground); }
.map-box { fill: var(--raised); }
.map text { fill: var(--text); font-family: system-ui, sans-serif; font-size: 13px; }
.map .map-small { font-size: 11px; }
.map .map-label { fill: var(--quiet); font-size: 10px; text-anchor: middle; stroke: var(--ground); stroke-width: 5px; paint-order: stroke; }
.map .map-count { font-size: 11px; font-weight: 600; text-anchor: end; }
.map-line { fill: none; stroke: var(--quiet); }
.map-arrow { fill: var(--quiet); }
.map-failed .map-box { stroke-width: 3; }
${[
  ["entries", ["api", "site"]],
  ["code", ["function"]],
  ["messages", ["queue", "topic", "bus", "stream"]],
  ["data", ["table", "bucket", "database"]],
  ["people", ["users"]],
]
  .map(([token, kinds]) =>
    [kinds]
      .flat()
      .map(
        (kind) =>
          `.map-${kind} .map-box { stroke: var(--${token}); } .map .map-${kind} .map-small { fill: var(--${token}); }`,
      )
      .join("\n"),
  )
  .join("\n")}
.map-rejected .map-box { stroke: var(--warn); }
.map .map-rejected .map-count { fill: var(--warn); }
.map-failed .map-box { stroke: var(--bad); }
.map .map-failed .map-count { fill: var(--bad); }
`;

/** The style for a picture: most programs except browsers do not support custom properties. */
export const pictureStyle = mapStyle.replace(
  /var\(--([\w-]+)\)/g,
  (_, name: string) => (tokens.light as Readonly<Record<string, string>>)[name] ?? "",
);
