import { type ErrorTexts, type Problem, problemWith } from "../errors/error";
import { didYouMean, invalidProp, show } from "../errors/words";

/** Texts about building and packaging code. */
export const bundleTexts = {
  "prop-invalid": invalidProp,
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
        ? `It exports nothing. Write "export" before the function.`
        : `It exports: ${exports.join(", ")}.${didYouMean(name, exports)}`,
  }),
  "bundle-failed": ({ file, errors }: { file: string; errors: string }) => ({
    problem: `leads to ${file}, which cannot be bundled.`,
    remedy: `Correct this:\n${errors}`,
  }),
  "plugins-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which gives no plugins: ${reason}`,
    remedy:
      "Write the path of a JavaScript module, relative to the folder of cdktf.json, that exports an array of esbuild plugins.",
  }),
  "hook-invalid": ({ found }: { found: string }) => ({
    problem: `returned ${found}.`,
    remedy: "Synthesis does not wait, so return the commands themselves, as an array of strings.",
  }),
  "hook-failed": ({ command, reason, output }: CommandFacts) => ({
    problem: `runs ${show(command)}, which ${reason}.`,
    remedy: `Its output:\n${output}`,
  }),
  "tool-missing": ({ value, tool, remedy }: { value: string; tool: string; remedy: string }) => ({
    problem: `is ${show(value)}, for which ${tool} is needed, but there is no ${tool} on this machine.`,
    remedy,
  }),
  "install-failed": ({ command, reason, output, remedy }: CommandFacts & { remedy: string }) => ({
    problem: `asks for packages that could not be installed: ${show(command)} ${reason}.`,
    remedy: `${remedy} Its output:\n${output}`,
  }),
  "node-module-unknown": ({ value, searched }: { value: string; searched: string }) => ({
    problem: `names ${show(value)}, but its version is not known: neither does ${searched} list it, nor is it installed.`,
    remedy: `Add it to the dependencies: npm install ${value}`,
  }),
  "build-failed": ({ command, reason, output }: CommandFacts) => ({
    problem: `is built by ${show(command)}, which ${reason}.`,
    remedy: `Its output:\n${output}`,
  }),
  "build-output-missing": ({ value, path }: { value: string; path: string }) => ({
    problem: `is ${show(value)}, but the build left no zip in ${path}.`,
    remedy:
      "Let the build make one there (for example with Gradle's plugin java-library-distribution), or set bundle.buildTask and bundle.buildOutputDir.",
  }),
  "zip-unreadable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be read as a zip: ${reason}.`,
    remedy: "Build the file anew, or let srcPath lead to a folder.",
  }),
  "file-not-found": ({ value, absolute }: { value: string; absolute: string }) => ({
    problem: `is ${show(value)}, but ${absolute} does not exist.`,
    remedy: "Create it, or correct the path.",
  }),
  "build-file-missing": ({ srcPath, file }: { srcPath: string; file: string }) => ({
    problem: `is ${show(srcPath)}, which has no ${file}.`,
    remedy: `Name the folder that holds ${file}, or deploy a prebuilt package with bundle: false.`,
  }),
} satisfies ErrorTexts;

/** A command that did not succeed. */
export interface CommandFacts {
  readonly command: string;
  /** Goes on after "which": `failed with exit code 1`. */
  readonly reason: string;
  readonly output: string;
}

/** An error about code that cannot be built. */
export const problem: Problem<typeof bundleTexts> = problemWith(bundleTexts);
