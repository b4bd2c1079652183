import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { didYouMean, show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about EventsApi. */
export const eventsApiTexts = {
  "events-namespace-name": ({ value }: { value: string }) => ({
    problem: `has the name ${show(value)}, which is not a name of a namespace.`,
    remedy: 'Use 1 to 50 letters, digits and "-", with a letter or digit at both ends: "chat".',
  }),
  "events-mode-unconfigured": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, but authorization.providers has no such way.`,
    remedy: `Use one of: ${known.join(", ")}. Or add { authenticationType: ${show(value)} } to authorization.providers.`,
  }),
  "events-modes-empty": ({ verb }: { verb: string }) => ({
    problem: `is an empty array, with which nobody may ${verb}.`,
    remedy: "Name at least one way, or leave the list out.",
  }),
  "events-mode-duplicate": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which the list has already.`,
    remedy: "Leave it out.",
  }),
  "events-import-with": ({ prop }: { prop: string }) => ({
    problem: "is given together with an existing cdk.api.",
    remedy: `Leave ${prop} out: it belongs where the API is created.`,
  }),
  "events-code-handlers": (_: object) => ({
    problem: "exports neither onPublish nor onSubscribe.",
    remedy: "Write: `export function onPublish(ctx) { return ctx.events; }`",
  }),
  "events-handler-shape": ({ name, isObject }: { name: string; isObject: boolean }) =>
    isObject
      ? {
          problem: `exports ${name} with request and response, but the namespace names no data source for it.`,
          remedy: `Give ${name}: { dataSource: "..." } beside the code, or write export function ${name}(ctx) { ... }.`,
        }
      : {
          problem: `exports the function ${name}, but ${name} beside the code names a data source, which it would never call.`,
          remedy: `Write export const ${name} = { request(ctx) { ... }, response(ctx) { ... } }, or leave ${name} out.`,
        },
  "events-handler-code": ({ name, type }: { name: string; type: string }) => ({
    problem: `names a data source of the type ${show(type)}, which needs a handler in code.`,
    remedy: `Export ${name} from code: export const ${name} = { request(ctx) { ... }, response(ctx) { ... } }. Only a function works without.`,
  }),
  "events-handler-invocation": ({ name }: { name: string }) => ({
    problem: `is given, but code exports ${name}, which waits for the answer.`,
    remedy: `Leave invocation out, or remove ${name} from code.`,
  }),
  "events-handler-target": ({ given }: { given: readonly string[] }) => ({
    problem: given.length === 0 ? "has none of dataSource and function." : `has ${given.join(" and ")}.`,
    remedy: "Give one of dataSource and function.",
  }),
  "events-handler-reference": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is neither a data source nor a handler.`,
    remedy: `Known data sources: ${listNames(known)}. A handler is a file and an export: "functions/chat.publish".${didYouMean(value, known)}`,
  }),
  "events-data-source-unknown": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a data source of the API.`,
    remedy: `Known data sources: ${listNames(known)}.${didYouMean(value, known)}`,
  }),
} satisfies ErrorTexts;

function listNames(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

const texts = { ...coreTexts, ...eventsApiTexts };

export const fail: Fail<typeof texts> = failWith(texts);
