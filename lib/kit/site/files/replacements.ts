import { Lazy } from "cdktf";
import type { IConstruct } from "constructs";
import { isInSsm } from "../../../facts/bindings";
import { mapTogether } from "../../../facts/errors/problems";
import { checkKeys } from "../../core/checks/check";
import { parseItems } from "../../core/checks/list";
import { escapeTemplate } from "../../core/tokens/escape";
import { isUnresolved } from "../../core/tokens/unresolved";
import { quotedTemplate } from "../../iam/template-text";
import { fail } from "../errors";
import { replaceValueKeys, type SiteReplaceValue } from "../props";

/** A text that is replaced in files. */
export interface Replacement {
  /** The prop, for messages. */
  readonly prop: string;
  readonly matches: (file: string) => boolean;
  /** The pattern that the caller wrote. @default - the library chose the files */
  readonly files?: string | undefined;
  readonly search: string;
  /** The replacement: a string, which may have references. */
  readonly replace: string;
}

/** Refuses replacements that cannot work. */
export function planReplacements(
  site: IConstruct,
  given: readonly SiteReplaceValue[] = [],
): readonly Replacement[] {
  return mapTogether(parseItems(site, "replaceValues", given), (entry, index) => {
    const prop = `replaceValues[${index}]`;
    checkKeys(site, prop, entry, replaceValueKeys);
    const { files, search, replace } = entry;
    for (const [key, value] of Object.entries({ files, search, replace })) {
      if (value !== undefined && (value !== "" || key === "replace")) continue;
      const remedy = 'Write { files: "**/*.html", search: "{{ TITLE }}", replace: "Notes" }.';
      fail(site, "prop-required", `${prop}.${key}`, { remedy });
    }
    return { prop, files, matches: globMatcher(files), search, replace };
  });
}

/** The variables of a build. A value that only the deployment or the server knows is a placeholder. */
export function buildEnvironment(
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isKnown = (value: string): boolean => !isUnresolved(value) && !isInSsm(value);
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, isKnown(value) ? value : placeholderOf(key)]),
  );
}

/** The replacements that put the values of references into pages and scripts. */
export function environmentReplacements(
  environment: Readonly<Record<string, string>>,
): readonly Replacement[] {
  return Object.entries(environment)
    .filter(([, value]) => isUnresolved(value))
    .flatMap(([key, replace]) =>
      ["**/*.html", "**/*.js"].map((files) => ({
        prop: `environment.${key}`,
        matches: globMatcher(files),
        search: placeholderOf(key),
        replace,
      })),
    );
}

/** The text that the build sees instead of a reference. */
export const placeholderOf = (key: string): string => `{{ ${key} }}`;

/** `*` and `?` match within a folder, `**` any number of folders. */
function globMatcher(pattern: string): (file: string) => boolean {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[\\^$.+()[\]{}|]/g, (found) => {
    if (found === "**/") return "(?:[^]*/)?";
    if (found === "**") return "[^]*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  const expression = new RegExp(`^${source}$`);
  return (file) => expression.test(file);
}

/**
 * The content of a file with all replacements, as an expression of Terraform.
 *
 * @param path - the file, as an expression of Terraform within quotes: `${path.module}/assets/index.html`
 */
export function replacedContent(path: string, replacements: readonly Replacement[]): string {
  return Lazy.stringValue({
    produce: (context) => {
      const content = replacements.reduce((inner, { search, replace }) => {
        const known = String(context.resolve(isUnresolved(replace) ? replace : escapeTemplate(replace)));
        return `replace(${inner}, ${searched(search)}, ${inserted(search, quotedTemplate(known))})`;
      }, `file("${path}")`);
      return `\${${content}}`;
    },
  });
}

/** Terraform takes a text between slashes as a regular expression. */
const isExpression = (search: string): boolean => search.length > 1 && /^\/.*\/$/s.test(search);

function searched(search: string): string {
  const literal = isExpression(search) ? `/${search.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}/` : search;
  return quotedTemplate(escapeTemplate(literal));
}

/** With a regular expression, `$` in the new text has a meaning. */
function inserted(search: string, text: string): string {
  return isExpression(search) ? `replace(${text}, "$", "$$")` : text;
}
