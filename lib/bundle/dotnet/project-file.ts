import { readFileSync } from "node:fs";
import { NotCacheable } from "../cache/file-facts";

/** Features with which a project reads more than its folder, or builds something else each time. */
const doubts: readonly (readonly [pattern: RegExp, why: string])[] = [
  // They may spell what the next rows look for, and CDATA may hide it from them.
  [/&#|<!/, "has references to characters, CDATA or a document type"],
  [/\.\./, "names a path above its folder"],
  [/(=\s*["']|[>;])\s*(\/|~|[A-Za-z]:[\\/])/, "names an absolute path"],
  [/\$\(\s*(\[|Registry:)|\$\(\w+\./, "computes a property"],
  [/<(Exec|Target|UsingTask|Import|ImportGroup|Sdk)\b/i, "runs or imports something"],
  [/version\w*\s*(=\s*["']|>)[^"'<]*[*]/i, "has a version that is not fixed"],
  // A native program is linked by the tools of this machine.
  [/PublishAot/i, "is compiled to a native program"],
  // Such packages derive the version from the history or the time.
  [/include\s*=\s*["'][^"']*(git|minver|versioning)/i, "may derive its version from the history"],
  // The outputs of a build are not inputs.
  [/["'>;\\/](bin|obj)[\\/]/i, "names a folder of outputs"],
];

/** The paths of projects that a project refers to. Throws `NotCacheable` if it may read other files beside its folder. */
export function projectReferences(file: string): readonly string[] {
  const text = withoutComments(readFileSync(file, "utf8"));
  const references: string[] = [];
  const rest = text.replace(
    /<ProjectReference\s+Include\s*=\s*"([^"$*?;%]+\.\w+proj)"/gi,
    (_, path: string) => {
      references.push(path.trim().replaceAll("\\", "/"));
      return "<ProjectReference";
    },
  );
  if (!/^[^<]*(<\?[^>]*>\s*)?<Project\s+Sdk\s*=\s*"Microsoft\.NET\.Sdk(\.\w+)?"/i.test(text)) {
    throw new NotCacheable(`${file} is not a project of the SDK`);
  }
  check(file, rest);
  return references;
}

/** Refuses a file of settings that may name files beside its folder. */
export const checkSettingsFile = (file: string): void =>
  check(file, withoutComments(readFileSync(file, "utf8")));

function check(file: string, text: string): void {
  const [, why] = doubts.find(([pattern]) => pattern.test(text)) ?? [];
  if (why !== undefined) throw new NotCacheable(`${file} ${why}`);
  const variables = new Set(Object.keys(process.env).map((name) => name.toLowerCase()));
  for (const [, name = ""] of text.matchAll(/\$\((\w+)\)/g)) {
    if (variables.has(name.toLowerCase())) throw new NotCacheable(`${file} uses the variable ${name}`);
  }
}

const withoutComments = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, "");
