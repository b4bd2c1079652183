import type { Message } from "esbuild";
import { replacementOf } from "../../../facts/errors/foreign-packages";

/** Errors in the format of esbuild: position, text, and the line of source. */
export function formatErrors(errors: readonly Message[]): string {
  return errors.map(formatMessage).join("\n\n");
}

export function formatMessage({ location, text: written, notes }: Message): string {
  const text = withoutDefined(written);
  const unresolved = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  const [, ending, file = ""] = /^No loader is configured for "(\.[^"]*)" files: (.+)$/.exec(text) ?? [];
  const hints =
    unresolved === undefined
      ? [
          ...notes.map((note) => `${place(note.location)}${note.text}`),
          ...loaderHints(ending, [file, location?.file ?? ""]),
          ...awaitHints(text),
        ]
      : resolveHints(unresolved);
  return [`${place(location)}${text}`, ...sourceLine(location), ...hints.map((hint) => `  ${hint}`)].join(
    "\n",
  );
}

/** Only ES modules may have an `await` outside of functions. */
function awaitHints(text: string): readonly string[] {
  if (!text.startsWith("Top-level await is")) return [];
  if (text.includes('"cjs"'))
    return [
      'Bundle the handler as an ES module: set bundle.format to "esm", name its file .mts (.mjs), or set "type" to "module" in package.json.',
    ];
  return text.includes("target environment") ? ["Set the runtime to a newer version of Node."] : [];
}

/** A value of `define` may be a secret. */
const withoutDefined = (text: string): string =>
  text.replace(
    /^(Invalid define value) .*$/s,
    '$1: write JSON or a name, for example JSON.stringify("text")',
  );

/** Replaces esbuild's hints, which mention options that the caller does not have. */
function resolveHints(module: string): readonly string[] {
  if (/^[./]/.test(module)) return [];
  const replacement = replacementOf(module);
  if (replacement !== undefined) return [`In place of ${JSON.stringify(module)} ${replacement}.`];
  return [
    `Install it: npm install ${packageOf(module)}`,
    "If another source provides it at runtime, such as a layer, add it to bundle.externalModules.",
  ];
}

function loaderHints(ending: string | undefined, paths: readonly string[]): readonly string[] {
  if (ending === undefined) return [];
  if (ending !== ".node")
    return [
      `Set how it is bundled, as "text" or "binary": bundle.loader: { ${JSON.stringify(ending)}: ${ending === ".wasm" ? '"binary"' : '"text"'} }. To read it at run time instead, add the file to copyFiles.`,
    ];
  // A binary works on one system, and a bundle holds text.
  const name = paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])[0];
  return name === undefined
    ? ["Add the file to copyFiles, and load it with process.dlopen or through createRequire."]
    : [
        `Add ${JSON.stringify(name)} to bundle.nodeModules, which installs it for Linux and the function's architecture.`,
      ];
}

const packageOf = (module: string): string => /^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module;

const place = (location: Message["location"]): string =>
  location === null ? "" : `${location.file}:${location.line}:${location.column}: `;

function sourceLine(location: Message["location"]): readonly string[] {
  if (location === null || location.lineText === "") return [];
  const number = String(location.line);
  // esbuild counts bytes, so non-ASCII characters would move the marks too far right.
  const marks = " ".repeat(location.column) + (location.length > 1 ? "~".repeat(location.length) : "^");
  return [`  ${number} | ${location.lineText}`, `  ${" ".repeat(number.length)} | ${marks}`];
}
