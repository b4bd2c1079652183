import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, didYouMean, listOf, show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about AppSyncApi. */
export const appSyncTexts = {
  "appsync-packages-missing": ({ packages }: { packages: readonly string[] }) => ({
    problem: `needs the packages ${packages.join(" and ")}, which are not installed.`,
    remedy: `Run: npm install --save-dev ${packages.join(" ")}`,
  }),
  "appsync-file-missing": ({ value, absolute }: { value: string; absolute: string }) => ({
    problem: `is ${show(value)}, but there is no file ${absolute}.`,
    remedy: "Create the file, or correct the path. It is relative to the folder of cdktf.json.",
  }),
  "appsync-schema-invalid": ({ errors }: { errors: readonly string[] }) => ({
    problem: `is not a valid schema:\n  ${errors.join("\n  ")}`,
    remedy: "Correct the schema.",
  }),
  "appsync-schema-too-long": ({ bytes, limit }: { bytes: number; limit: number }) => ({
    problem: `has ${bytes} bytes; AWS allows ${limit}.`,
    remedy: "Remove types that nothing uses.",
  }),
  "appsync-schema-required": ({ key }: { key: string }) => ({
    problem: `is missing, but resolvers[${show(key)}] answers a field of it.`,
    remedy: 'Write the file with the schema: schema: "graphql/schema.graphql".',
  }),
  "appsync-directive-mode": ({
    at,
    directive,
    mode,
    configured,
  }: {
    at: string;
    directive: string;
    mode: string;
    configured: readonly string[];
  }) => ({
    problem: `uses @${directive} at ${at}, but the API does not authorize by ${mode}.`,
    remedy: `Add { authenticationType: "${mode}" } to cdk.graphqlApi.additionalAuthenticationProvider, or remove the directive. Configured: ${configured.join(", ")}.`,
  }),
  "appsync-import-with": ({ prop }: { prop: string }) => ({
    problem: "is given together with an existing cdk.graphqlApi.",
    remedy: `Leave ${prop} out: it belongs where the API is created.`,
  }),
  "appsync-resolver-key": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, which is not a type and a field.`,
    remedy: 'Write both with a space between them: "Query notes".',
  }),
  "appsync-resolver-type": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `names the type ${show(value)}, which the schema does not have.`,
    remedy: chooseFrom(value, known, (words, more) => `Known types: ${listOf(words, more)}.`),
  }),
  "appsync-resolver-field": ({
    type,
    value,
    known,
  }: {
    type: string;
    value: string;
    known: readonly string[];
  }) => ({
    problem: `names the field ${show(value)}, which the type ${type} does not have.`,
    remedy: chooseFrom(value, known, (words, more) => `Known fields: ${listOf(words, more)}.`),
  }),
  "appsync-resolver-reference": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is neither a data source nor a handler.`,
    remedy: `Known data sources: ${listNames(known)}. A handler is a file and an export: "functions/notes.list".${didYouMean(value, known)}`,
  }),
  "appsync-data-source-unknown": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a data source of the API.`,
    remedy: `Known data sources: ${listNames(known)}.${didYouMean(value, known)}`,
  }),
  "appsync-data-source-name": ({ value }: { value: string }) => ({
    problem: `gives the data source the name ${show(value)}.`,
    remedy: "Use letters, digits and _, not beginning with a digit.",
  }),
  "appsync-data-source-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `gives the data source the name ${show(value)}, which ${other} has.`,
    remedy: "Choose another name.",
  }),
  "appsync-target": ({ given, choices }: { given: readonly string[]; choices: string }) => ({
    problem: given.length === 0 ? `has none of ${choices}.` : `has ${given.join(" and ")}.`,
    remedy: `Give one of ${choices}.`,
  }),
  "appsync-mapping-required": ({ type }: { type: string }) => ({
    problem: `has no mapping, which a data source of the type ${show(type)} needs.`,
    remedy:
      'Write code: { file: "graphql/notes.js" }, or requestMapping and responseMapping. Only a function works without.',
  }),
  "appsync-mapping-mixed": ({ other }: { other: string }) => ({
    problem: `is given together with ${other}.`,
    remedy: "Write the mapping in JavaScript (code), or in VTL (requestMapping and responseMapping).",
  }),
  "appsync-mapping-too-long": ({ length, limit }: { length: number; limit: number }) => ({
    problem: `has ${length} characters; AWS allows ${limit}.`,
    remedy: "Shorten it, or let a function do the work.",
  }),
  "appsync-code-invalid": ({ errors }: { errors: readonly string[] }) => ({
    problem: `is refused by the runtime APPSYNC_JS:\n  ${errors.join("\n  ")}`,
    remedy: "Write it without these, or let a function do the work.",
  }),
  "appsync-statement-refused": ({ errors }: { errors: readonly string[] }) => ({
    problem: `has statements that AWS refuses whenever they run:\n  ${errors.join("\n  ")}`,
    remedy: "Give each condition and clause the values that it needs.",
  }),
  "appsync-code-handlers": ({ missing }: { missing: readonly string[] }) => ({
    problem: `exports no function ${missing.map(show).join(" and ")}.`,
    remedy: "Write: export function request(ctx) { ... } and export function response(ctx) { ... }.",
  }),
  "appsync-step-name": ({ value }: { value: string }) => ({
    problem: `gives the step the name ${show(value)}, which an earlier step of the pipeline has.`,
    remedy: "Give each step a unique name with `name`.",
  }),
  "appsync-cache-off": (_: object) => ({
    problem: "is given, but the API has no cache.",
    remedy:
      'Add one: cdk: { apiCache: { type: "SMALL", apiCachingBehavior: "PER_RESOLVER_CACHING", ttl: 60 } }.',
  }),
  "appsync-expires-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a time in the format of RFC 3339.`,
    remedy: 'Write date and time with a zone: "2027-01-31T00:00:00Z".',
  }),
  "appsync-mode-config": ({ type, config }: { type: string; config: string }) => ({
    problem: `is ${show(type)}, which needs ${config}.`,
    remedy: `Give ${config} beside it.`,
  }),
  "appsync-mode-without": ({ type, mode }: { type: string; mode: string }) => ({
    problem: `is given, but the authenticationType beside it is ${show(type)}.`,
    remedy: `Leave it out, or use the authenticationType ${show(mode)}.`,
  }),
  "appsync-mode-duplicate": ({ type }: { type: string }) => ({
    problem: `is ${show(type)}, which the API has already.`,
    remedy: "AWS allows it once per API. Leave this one out.",
  }),
  "appsync-key-unused": ({ list }: { list: string }) => ({
    problem: "is given, but no authenticationType is API_KEY.",
    remedy: `Leave it out, or add { authenticationType: "API_KEY" } to ${list}.`,
  }),
} satisfies ErrorTexts;

function listNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

const texts = { ...coreTexts, ...appSyncTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
