import { relative } from "node:path";
import { constructNames, foreignConstructs } from "../../facts/errors/foreign-constructs";
import { replacementOfMethod } from "../../facts/errors/foreign-methods";
import { foreignGlobals, replacementOf } from "../../facts/errors/foreign-packages";
import { ownValue } from "../../facts/errors/own-value";
import { packageName } from "../../facts/errors/package-name";
import { didYouMean, show } from "../../facts/errors/words";

const stackLine = /^\s+at .+/;

/**
 * Shortens the output of a failed app command.
 *
 * Keeps only the message of a library error, and for other errors only the first line of the call stack that is in the project.
 */
export function condenseAppOutput(output: string, root: string): { text: string; fromLibrary: boolean } {
  const library = findLibraryError(output);
  if (library !== undefined) return { text: library, fromLibrary: true };
  const kept: string[] = [];
  let hasPlace = false;
  for (const line of withoutInternals(output.split(/\r?\n/))) {
    if (!stackLine.test(line)) {
      kept.push(line);
      // A new error: keep one line of its call stack, too.
      if (/^\S*Error\b/.test(line)) hasPlace = false;
      continue;
    }
    if (hasPlace || /node_modules|node:|<anonymous>\)?$/.test(line)) continue;
    hasPlace = true;
    kept.push(line.replace(/ \{$/, "").replace(`${root}/`, "").replace(`file://${root}/`, ""));
  }
  kept.push(...appHints(output, root));
  return {
    text: kept
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    fromLibrary: false,
  };
}

/**
 * Removes lines about Node.js and npm themselves: the source line, the properties of an error after its call stack, and notices.
 */
function withoutInternals(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let skipsUntil: RegExp | undefined;
  for (const line of lines) {
    if (skipsUntil !== undefined) {
      if (!skipsUntil.test(line)) continue;
      const isEnd = line === "}";
      skipsUntil = undefined;
      if (isEnd) continue;
    }
    if (/^node:internal\/.+:\d+$/.test(line)) skipsUntil = /^\S*Error\b|^\}$/;
    else if (!/^Node\.js v\d|^npm notice/.test(line)) kept.push(line);
    if (/^ {4}at .+ \{$/.test(line)) skipsUntil = /^\}$/;
  }
  return kept;
}

/**
 * The message of a library error in Node.js's text for an uncaught error.
 *
 * Node.js may add a reference mark (`<ref *1>`), brackets (if the error has no call stack) and properties.
 */
function findLibraryError(output: string): string | undefined {
  const lines = output.split(/\r?\n/);
  const start = lines.findIndex((line) => /^(?:<ref \*\d+> )?(?:Uncaught )?\[?ServerformError: /.test(line));
  if (start === -1) return undefined;
  const message: string[] = [];
  for (const line of lines.slice(start)) {
    if (stackLine.test(line)) break;
    const [, code, rest] = /^(\s+\[[a-z0-9-]+\])(\]?(?: \{)?)$/.exec(line) ?? [];
    message.push(code ?? line);
    if (rest) break;
  }
  return message
    .join("\n")
    .replace(/^.*?ServerformError: /, "")
    .trim();
}

type Hint = (output: string, root: string) => readonly string[];

const runner = 'Write in cdktf.json "app": "npx tsx main.ts", and install it: npm install --save-dev tsx.';

/** The first group of all matches, each once. */
function found(output: string, pattern: RegExp): readonly string[] {
  return [...new Set([...output.matchAll(pattern)].map(([, first = ""]) => first))];
}

/** A full disk, with the file that could not be written, if Node.js names it. */
const disk: Hint = (output) => {
  const [text, file] = /ENOSPC: no space left on device, \w+(?: '([^'\n]+)')?/.exec(output) ?? [];
  if (text === undefined) return [];
  return [
    `The disk is full${file === undefined ? "" : ` (${file})`}. Free some space on it, and repeat the command.`,
  ];
};

/** Modules that Node.js, tsx or the compiler do not find: of SST, of other packages, and of the project. */
const modules: Hint = (output, root) =>
  found(output, /Cannot find (?:module|package) ["']([^"'\n]+)["']/g).flatMap((module) => {
    const replacement = replacementOf(module);
    if (replacement !== undefined) return [`In place of ${JSON.stringify(module)} ${replacement}.`];
    if (module.startsWith(`${root}/`) && !module.includes("/node_modules/"))
      return [`There is no file ${relative(root, module)}. Create it, or correct its name where it is used.`];
    const importer = importerOf(output, module);
    if (module.startsWith(".") && importer !== undefined)
      return [
        `There is no file ${show(module)} for ${relative(root, importer)}. Create it, or correct the path.`,
      ];
    if (/^([./]|node:)/.test(module)) return [];
    const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
    return [`Install ${show(name)}: npm install ${name}`];
  });

/** The file that imports a missing module. */
function importerOf(output: string, module: string): string | undefined {
  const after = output.slice(output.indexOf(`'${module}'`));
  return /^\S+(?: imported from (\/\S+)|\s+Require stack:\s+- (\/\S+))/
    .exec(after)
    ?.slice(1)
    .find((each) => each !== undefined);
}

/** Programs that the command of the app needs. */
const programs: Hint = (output) => [
  ...found(output, /^\S*sh: (?:line )?(?:\d+: )?([\w.-]+): (?:command )?not found$/gm).map(
    (name) => `${show(name)} is not installed. ${runner}`,
  ),
  ...found(output, /npx canceled due to missing packages.*\["([\w./@-]+?)@[^"@]+"\]/g).map(
    (name) => `${show(name)} is not installed. ${runner}`,
  ),
  ...found(output, /Unknown file extension "(\.[cm]?tsx?)"/g)
    .slice(0, 1)
    .map((ending) => `Node.js does not run files with ${ending} by itself. ${runner}`),
];

const names: Hint = (output) =>
  [
    ...found(
      output,
      /TypeError: \(?(?:0 ?, ?)?import_serverform\d*\.(\w+)\)? is not a (?:constructor|function)/g,
    ),
    ...found(output, /TypeError: \(?(?:0 ?, ?)?serverform_\d+\.(\w+)\)? is not a (?:constructor|function)/g),
    ...found(output, /module '[^'\n]*serverform[^'\n]*' does not provide an export named '(\w+)'/g),
  ].map((name) => {
    const known = ownValue(foreignConstructs, name);
    const instead = known === undefined ? didYouMean(name, constructNames) : ` Use ${known}.`;
    return `${show(packageName)} exports no ${name}.${instead}`;
  });

/** Methods of constructs of other libraries, also below a missing property: `fn.connections.allowTo(...)`. */
const methods: Hint = (output) =>
  [
    ...found(output, /TypeError: .*?\.(\w+) is not a function/g),
    ...found(output, /TypeError: Cannot read properties of undefined \(reading '(\w+)'\)/g),
  ].flatMap((name) => {
    const replacement = replacementOfMethod(name);
    return replacement === undefined ? [] : [`Constructs have no ${name}. ${replacement}`];
  });

/** Names that SST and Pulumi define globally. */
const globals: Hint = (output) =>
  found(output, /ReferenceError: (\$?\w+) is not defined/g).flatMap((name) => {
    const replacement = ownValue(foreignGlobals, name);
    return replacement === undefined ? [] : [`${name} is a name of another tool. ${replacement}`];
  });

const hints = [modules, programs, names, methods, globals, disk] as const;

const appHints: Hint = (output, root) =>
  hints.flatMap((hint) => hint(output, root)).flatMap((line) => ["", line]);
