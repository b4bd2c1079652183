import { bundleTexts } from "../../bundle/errors";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { didYouMean, show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";

export const functionTexts = {
  "bind-without-access": ({ className }: { className: string }) => ({
    problem: `names one kind of access to a ${className}, which has only one.`,
    remedy: "Write the construct alone: bind: [it].",
  }),
  "destination-fifo": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is FIFO: Lambda sends only to standard queues and topics.`,
    remedy: "Use a standard queue or topic.",
  }),
  "durable-caller-waits": ({ value }: { value: string }) => ({
    problem: `calls a durable function and waits for it, but its durable.timeout is ${show(value)}; AWS lets callers wait for 15 minutes.`,
    remedy:
      'Set durable.timeout to "15 minutes" or less, or start the function without waiting: by a Cron, Topic, EventBus or Bucket, or by Lambda\'s Invoke with the type "Event".',
  }),
  "durable-runtime": ({ runtime, allowed }: { runtime: string; allowed: readonly string[] }) => ({
    problem: `is given, but the runtime is ${show(runtime)}, which has no durable functions.`,
    remedy: `Leave durable out, or set the runtime to one of: ${allowed.map(show).join(", ")}.`,
  }),
  "durable-streaming": (_: object) => ({
    problem: "is true, but the function is durable: its result is kept, and returned as a whole.",
    remedy: "Leave streaming out, or durable.",
  }),
  "function-streaming": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but functions have no such prop: the caller of the function streams its response.`,
    remedy:
      "Write it where the function is called: in its URL, url: { streaming: true }, or in a route of a RestV1Api, { function, streaming: true }.",
  }),
  "handler-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a path with a function.`,
    remedy: `Write the path without the extension, a dot and the function: ${show(meantHandler(value))}.`,
  }),
  "handler-not-found": ({
    value,
    file,
    extensions,
    others = [],
  }: {
    value: string;
    file: string;
    extensions: readonly string[];
    others?: readonly string[] | undefined;
  }) => ({
    problem: `is ${show(value)}, but there is no file ${show(file)} with ${ofExtensions(extensions.filter((each) => each !== ""))}.`,
    remedy:
      `${withoutEnding(value, extensions)}${didYouMean(value, others)} Create the file, or correct the path. It is relative to srcPath, which is relative to the folder of cdktf.json.`.trim(),
  }),
  "arn-region": ({ value, region }: { value: string; region: string }) => ({
    problem: `is ${show(value)}, but the function is in ${region}, and can use only resources in its region.`,
    remedy: `Name one of ${region}.`,
  }),
  "layer-region": ({ value, region }: { value: string; region: string }) => ({
    problem: `is ${show(value)}, a layer of another region: the function is in ${region}.`,
    remedy: "Publish the layer in the region of the function, and write its ARN there.",
  }),
  "layer-versions": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, but the function also has ${show(other)}, another version of the layer.`,
    remedy: "Use one version. The layers of the app's and the stack's defaults count, too.",
  }),
  "src-path-required": ({ reason }: { reason: string }) => ({
    problem: `is ".": ${reason}, and that would be the whole project.`,
    remedy: 'Write the folder of the function: srcPath: "services/report".',
  }),
  "snap-start-runtime": ({ runtime, allowed }: { runtime: string; allowed: readonly string[] }) => ({
    problem: `is true, but the runtime is ${show(runtime)}, which has no SnapStart.`,
    remedy: `Leave snapStart out, or set the runtime to one of: ${allowed.map(show).join(", ")}.`,
  }),
  "streaming-runtime": ({ runtime }: { runtime: string }) => ({
    problem: `is true, but the runtime is ${show(runtime)}, which returns responses as a whole.`,
    remedy:
      'Use a Node runtime, "provided.al2023" or "go1.x", or add a layer that streams, such as the Lambda Web Adapter.',
  }),
  "snap-start-unpublished": (_: object) => ({
    problem: "is true, but no version of the function is published, and only versions have snapshots.",
    remedy:
      'Call a version: use fn.currentVersion.functionArn, or the alias of fn.addAlias("live"). Or leave snapStart out.',
  }),
  "splitting-needs-esm": (_: object) => ({
    problem: "is true, but the format of the bundle is cjs.",
    remedy: 'Set nodejs.format: "esm", or leave splitting out.',
  }),
  "layer-empty": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is an empty folder.`,
    remedy: "Put the content of the layer there, or correct the path.",
  }),
  "layer-misplaced": ({ value, name, folder }: { value: string; name: string; folder: string }) => ({
    problem: `is ${show(value)}, which has ${name} at its top: functions do not look for modules there.`,
    remedy: `Move it to ${value}/${folder}/${name}. Lambda looks for modules in nodejs/node_modules and python.`,
  }),
  "layer-runtime-required": ({ value, list }: { value: string; list: string }) => ({
    problem: `names no version of Python, but the packages of ${value}/${list} are installed for one.`,
    remedy: 'Name that of the functions: compatibleRuntimes: ["python3.13"].',
  }),
  "layer-two-lists": ({ value, lists }: { value: string; lists: readonly string[] }) => ({
    problem: `is ${show(value)}, which has ${lists.join(" and ")}: a layer is built for one language.`,
    remedy: "Make a folder and a layer of each.",
  }),
  "layer-too-large": ({ value, bytes, limit }: { value: string; bytes: number; limit: number }) => ({
    problem: `is ${show(value)}, which has ${bytes} bytes; AWS accepts ${limit} for a function with all its layers.`,
    remedy: "Leave out what no function needs, or use a file system (filesystem) or a container image.",
  }),
  "environment-too-large": ({
    bytes,
    limit,
    largest,
  }: {
    bytes: number;
    limit: number;
    largest: string;
  }) => ({
    problem: `has ${bytes} bytes; AWS accepts ${limit}.`,
    remedy: `Store large values elsewhere and pass their names. The largest variable is ${show(largest)}.`,
  }),
  "function-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which is also the name of ${other}.`,
    remedy: "Give each function a different name, or leave functionName out.",
  }),
  "defaults-with-function": ({ id }: { id: string }) => ({
    problem: `is a Function object (for ${show(id)}), to which defaults.function cannot apply.`,
    remedy: "Pass the handler or props instead of the object, or leave defaults.function out.",
  }),
  "function-provider-object": ({ id, type }: { id: string; type: string }) => ({
    problem: `is a provider object of type ${type} (for ${show(id)}).`,
    remedy: "Pass it as cdk.function if the construct has that key, or pass a handler, props or a Function.",
  }),
  "function-reference-invalid": ({ id, value }: { id: string; value: unknown }) => ({
    problem: `is ${show(value)}, which is not a function reference (for ${show(id)}).`,
    remedy: 'Pass the path of a handler ("functions/notes.get"), props with a handler, or a Function.',
  }),
  "receiver-twice": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which ${other} already names: AWS delivers to it once, with one set of settings.`,
    remedy: "Leave one of the two out, or create a function or queue for each.",
  }),
  "part-without-function": ({
    part,
    value,
    parts,
  }: {
    part: string;
    value: string;
    parts: readonly string[];
  }) => ({
    problem: `names the ${part} ${show(value)}, which has no function of this library.`,
    remedy:
      parts.length === 0 ? `No ${part} has one.` : `Known with a function: ${parts.map(show).join(", ")}.`,
  }),
} satisfies ErrorTexts;

/** The remedy for a handler with a file extension instead of the name of a function. Empty for others. */
function withoutEnding(value: string, extensions: readonly string[]): string {
  const ending = extensions.find((each) => each !== "" && value.endsWith(each));
  if (ending === undefined) return "";
  return `Write the name of the function in place of the ending: ${show(`${value.slice(0, -ending.length)}.handler`)}.`;
}

const ofExtensions = (extensions: readonly string[]): string =>
  `${extensions.length === 1 ? "the extension" : "one of the extensions"} ${extensions.join(" ")}`;

/** The likely handler for a path with another separator, or one in the file: `functions/notes:get`. */
function meantHandler(value: string): string {
  const [, file, name] = /^([^:#]+)(?:::?|#)(\w+)$/.exec(value) ?? [];
  if (file !== undefined) return `${file.replace(/\.[cm]?[jt]sx?$/, "")}.${name}`;
  return value === "" || /[^\w./@-]/.test(value)
    ? "functions/notes.get"
    : `${value.replace(/[./]+$/, "")}.handler`;
}

const texts = { ...coreTexts, ...bundleTexts, ...functionTexts };

export const fail: Fail<typeof texts> = failWith(texts);
