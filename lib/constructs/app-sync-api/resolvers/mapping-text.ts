import type { Construct } from "constructs";
import { isPlainObject } from "../../../kit/core/checks/check";
import { velocityFault } from "../../../kit/core/formats/velocity";
import { quotas } from "../../../kit/core/quotas";
import { escapeTemplate } from "../../../kit/core/tokens/escape";
import { fail } from "../errors";
import { readProjectFile } from "../project-file";

/** A text in a file or in the code, with the prop that holds it. */
export type GivenText = { readonly prop: string } & ({ readonly file: string } | { readonly inline: string });

/** Refuses values that are neither `{ file }` nor `{ inline }`. */
export function givenText(api: Construct, prop: string, given: unknown): GivenText {
  if (isPlainObject(given)) {
    const [key = "", ...others] = Object.keys(given);
    const value = given[key];
    if (others.length === 0 && typeof value === "string" && value !== "") {
      if (key === "file") return { prop: `${prop}.file`, file: value };
      if (key === "inline") return { prop: `${prop}.inline`, inline: value };
    }
  }
  const expected = '{ file: "graphql/notes.js" } or { inline: "..." }';
  return fail(api, "prop-invalid", prop, { value: given, expected });
}

/** A template in VTL, as it is deployed. */
export function parseTemplate(api: Construct, prop: string, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const source = givenText(api, prop, given);
  const text = "inline" in source ? source.inline : readProjectFile(api, source.prop, source.file).text;
  const { appSyncTemplateLength: limit } = quotas;
  if (text.length > limit) {
    fail(api, "appsync-mapping-too-long", source.prop, { length: text.length, limit });
  }
  const fault = velocityFault(text);
  if (fault !== undefined) fail(api, "template-syntax", source.prop, { fault });
  return escapeTemplate(text);
}
