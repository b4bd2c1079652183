import { type ErrorTexts, type Problem, problemWith } from "../facts/errors/error";
import { faultTexts } from "../facts/errors/fault-texts";
import { packageName } from "../facts/errors/package-name";
import { didYouMean, invalidJson, invalidProp, show } from "../facts/errors/words";

/** Texts about building and packaging code. */
export const bundleTexts = {
  ...faultTexts,
  "prop-invalid": invalidProp,
  "json-invalid": invalidJson,
  "format-contradiction": ({ value, file }: { value: "cjs" | "esm"; file: string }) => ({
    problem: `is ${show(value)}, but ${file} is ${value === "esm" ? "a CommonJS module" : "an ES module"} by its extension.`,
    remedy: `Rename the file to ${value === "esm" ? ".mts (.mjs)" : ".cts (.cjs)"}, or leave the format out.`,
  }),
  "module-type-unknown": ({
    file,
    manifest,
    line,
    value,
  }: {
    file: string;
    manifest: string;
    line: number;
    value: unknown;
  }) => ({
    problem: `is in ${file}, and ${manifest}:${line} sets the type ${show(value)}, which does not exist.`,
    remedy:
      'Set "type" to "module" or "commonjs" there. For this function alone, set bundle.format to "esm" or "cjs", or rename the file to .mts or .cts.',
  }),
  "module-type-unreadable": ({
    file,
    manifest,
    reason,
  }: {
    file: string;
    manifest: string;
    reason: string;
  }) => ({
    problem: `is in ${file}, and ${manifest}, whose type decides its format, cannot be read as JSON: ${reason}.`,
    remedy: "Correct the file.",
  }),
  "handler-commonjs": ({ value, file }: { value: string; file: string }) => ({
    problem: `is ${show(value)}, but ${file} is a CommonJS module, and the format of the bundle is esm: Lambda would not find the handler.`,
    remedy: 'Write the file with import and export. A Function may also have nodejs: { format: "cjs" }.',
  }),
  "handler-export-missing": ({
    value,
    name,
    file,
    exports,
  }: {
    value: string;
    name: string;
    file: string;
    exports: readonly string[];
  }) => ({
    problem: `is ${show(value)}, but ${file} does not export ${show(name)}.`,
    remedy:
      exports.length === 0
        ? `It exports nothing. ${exportAdvice(file, name)}`
        : `It exports: ${exports.join(", ")}.${meantExport(value, name, exports)}`,
  }),
  "handler-not-function": ({
    value,
    name,
    file,
    what,
  }: {
    value: string;
    name: string;
    file: string;
    what: string;
  }) => ({
    problem: `is ${show(value)}, but ${show(name)} of ${file} is ${what}, and not a function.`,
    remedy: what.startsWith("an object with fetch")
      ? `Lambda calls a function with the event. Write: export ${name === "default" ? "default" : `const ${name} =`} FetchHandler((request) => app.fetch(request)), with FetchHandler from "${packageName}/node/fetch".`
      : `Lambda calls a function with the event. Write "export ${name === "default" ? "default async function (event)" : `async function ${name}(event)`} { ... }" in its place.`,
  }),
  "handler-undefined": ({
    value,
    name,
    file,
    functions,
  }: {
    value: string;
    name: string;
    file: string;
    functions: readonly string[];
  }) => ({
    problem: `is ${show(value)}, but ${file} does not define ${show(name)}.`,
    remedy:
      functions.length === 0
        ? `It has no functions. Write: def ${name}(event, context):`
        : `Its functions: ${functions.join(", ")}.${didYouMean(name, functions) || ` Name one of them, or write: def ${name}(event, context):`}`,
  }),
  "bundle-failed": ({ file, errors }: { file: string; errors: readonly string[] }) => ({
    problem: `refers to ${file}, which cannot be bundled.`,
    remedy: `Correct ${errors.length === 1 ? "this error" : "these errors"}:\n${errors.join("\n\n")}`,
  }),
  "plugins-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which does not provide plugins: ${reason}`,
    remedy:
      "Write the path of a JavaScript module, relative to the folder of cdktf.json, that exports an array of esbuild plugins.",
  }),
  "hook-invalid": ({ found }: { found: string }) => ({
    problem: `returned ${found}.`,
    remedy: "Synthesis is synchronous, so return the commands themselves, as an array of strings.",
  }),
  "hook-failed": ({ command, reason, output }: CommandFacts) => ({
    problem: `runs ${show(command)}, which ${reason}.`,
    remedy: `Its output:\n${output}`,
  }),
  "tool-missing": ({ value, tool, remedy }: { value: string; tool: string; remedy: string }) => ({
    problem: `is ${show(value)}, which needs ${tool}, but ${tool} is not installed on this machine.`,
    remedy,
  }),
  "install-failed": ({ command, reason, output, remedy }: CommandFacts & { remedy: string }) => ({
    problem: `requires packages that could not be installed: ${show(command)} ${reason}.`,
    remedy: `${remedy} Its output:\n${output}`,
  }),
  "python-lock-unusable": ({
    value,
    file,
    reason,
    remedy,
  }: {
    value: string;
    file: string;
    reason: string;
    remedy: string | undefined;
  }) => ({
    problem: `is ${show(value)}, whose ${file} does not say what to install: ${reason}.`,
    remedy: `${remedy === undefined ? "Correct it" : remedy}, or write a requirements.txt, which is read first.`,
  }),
  "package-foreign": ({
    value,
    name,
    tag,
    runtime,
    machine,
  }: {
    value: string;
    name: string;
    tag: string;
    runtime: string;
    machine: string;
  }) => ({
    problem: `is ${show(value)}, which requires ${name}: it was built here, for ${tag}, and ${runtime} on linux ${machine} cannot load it.`,
    remedy: "Name a version that has a wheel for that platform, or set bundle.installCommands.",
  }),
  "manifest-unreadable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, whose package.json cannot be read: ${reason}.`,
    remedy: "Correct the file.",
  }),
  "lock-unusable": ({ file, reason, remedy }: { file: string; reason: string; remedy: string }) => ({
    problem: `requires packages in the versions of ${file}, which ${reason}`,
    remedy,
  }),
  "node-module-unknown": ({ value, searched }: { value: string; searched: string }) => ({
    problem: `contains ${show(value)}, but its version is not known: it is neither in ${searched} nor installed.`,
    remedy: `Add it to the dependencies: npm install ${value}`,
  }),
  "build-failed": ({ command, reason, output }: CommandFacts) => ({
    problem: `is built by ${show(command)}, which ${reason}.`,
    remedy: `Its output:\n${output}`,
  }),
  "build-output-missing": ({ value, path }: { value: string; path: string }) => ({
    problem: `is ${show(value)}, but the build did not create a zip in ${path}.`,
    remedy:
      "Create one in the build (for example with Gradle's plugin java-library-distribution), or set bundle.buildTask and bundle.buildOutputDir.",
  }),
  "zip-unreadable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be read as a zip: ${reason}.`,
    remedy: "Build the file again, or set srcPath to a folder.",
  }),
  "package-too-large": ({
    value,
    form,
    bytes,
    limit,
  }: {
    value: string;
    form: "zipped" | "unzipped";
    bytes: number;
    limit: number;
  }) => ({
    problem: `is ${show(value)}, which has ${bytes} bytes ${form}; AWS accepts ${limit}.`,
    remedy: "Leave out what the function does not need, or put large files into a layer or a bucket.",
  }),
  "handler-imports-library": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, whose code imports "${packageName}" itself: the whole library would be deployed.`,
    remedy: `Import the modules for functions, such as "${packageName}/node/api", and types with "import type".`,
  }),
  "file-not-found": ({ value, absolute }: { value: string; absolute: string }) => ({
    problem: `is ${show(value)}, but ${absolute} does not exist.`,
    remedy: "Create it, or correct the path.",
  }),
  "link-outside": ({ value, link, target }: { value: string; link: string; target: string }) => ({
    problem: `is ${show(value)}, where the link ${show(link)} leads to ${target}, outside the project.`,
    remedy: "Replace the link by what it leads to, or name that path in copyFiles.",
  }),
  "build-file-missing": ({ srcPath, file }: { srcPath: string; file: string }) => ({
    problem: `is ${show(srcPath)}, which has no ${file}.`,
    remedy: `Write the folder that contains ${file}, or deploy a prebuilt package with bundle: false.`,
  }),
} satisfies ErrorTexts;

/** Suggests the handler without the extension of the file. */
/** In an ES module, `exports.handler = ...` assigns to nothing. */
function exportAdvice(file: string, name: string): string {
  const advice = 'Write "export" before the function.';
  if (!/\.m?jsx?$/.test(file)) return advice;
  return `${advice} A file with exports.${name} or module.exports is called ${file.replace(/\.[^.]+$/, ".cjs")}.`;
}

function meantExport(value: string, name: string, exports: readonly string[]): string {
  const [, file, ending, rest = ""] = /^(.*\/)?[^/.]*\.([^./]+)(?:\.([^/]+))?$/.exec(value) ?? [];
  if (ending === undefined || !/^[cm]?[jt]sx?$/.test(ending)) {
    if (exports.length === 1 && exports[0] === "default")
      return ` Write ${show(`${value.slice(0, -name.length)}default`)}, or export it by name: export const ${name} = ...`;
    return didYouMean(name.replace(/\(\)$/, ""), exports);
  }
  const meant = exports.includes(rest) ? rest : exports[0];
  return ` Leave out the ending of the file: ${show(`${value.slice(0, value.indexOf(`.${ending}`, file?.length))}.${meant}`)}.`;
}

export interface CommandFacts {
  readonly command: string;
  /** Follows "which" in messages: `failed with exit code 1`. */
  readonly reason: string;
  readonly output: string;
}

export const problem: Problem<typeof bundleTexts> = problemWith(bundleTexts);
