import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, listOf, show } from "../../facts/errors/words";

/** Texts about `serverform openapi`. */
export const openapiTexts = {
  "openapi-api-none": () => ({
    problem: "names no API: the app has neither an HTTP API nor a REST API with routes.",
    remedy: "Declare an Api or a RestV1Api. GraphQL and WebSocket APIs have contracts of another kind.",
  }),
  "openapi-api-required": ({ names }: { names: readonly string[] }) => ({
    problem: "is missing, and the app has several APIs.",
    remedy: `Choose one: ${names.map((name) => `--api ${name}`).join(", ")}.`,
  }),
  "openapi-api-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not an API of the app.`,
    remedy: chooseFrom(value, names, (words, more) => `APIs: ${listOf(words.map(show), more)}.`),
  }),
  "openapi-docs-missing": ({ packages }: { packages: readonly string[] }) => ({
    problem: "needs a package that shows OpenAPI documents, and the project has none.",
    remedy: `Install one: ${packages.map((name) => `npm install --save-dev ${name}`).join(", or ")}.`,
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof openapiTexts> = failWith(openapiTexts);
