import { resolve } from "node:path";
import { type AccessFacts, nameInApp, readFacts, text } from "../../../model";
import { synthesizeForFacts } from "../../access/open-facts";
import type { CommandContext } from "../../project/command-context";
import { apisOf } from "../described-routes";
import { generateDocument } from "../document";
import type { DocsSource } from "./docs-server";

/** An API on this machine: its name in AWS, and its addresses. */
interface ServedApi {
  readonly gateway: { readonly name: string };
  readonly urls: readonly string[];
}

/**
 * The documents of an app on this machine, with its local addresses.
 *
 * The app is synthesized when the page is loaded, including the code, which contains the schemas.
 */
export function appDocs(
  context: CommandContext,
  from: string | undefined,
  served: () => readonly ServedApi[],
): DocsSource {
  let last: Promise<AccessFacts> | undefined;
  const read = async (): Promise<AccessFacts> =>
    readFacts(from === undefined ? await synthesizeForFacts(context, "stacks and code") : resolve(from));
  const readAfter = async (before: Promise<unknown> | undefined): Promise<AccessFacts> => {
    // The caller of the former run has received its failure.
    await before?.catch(() => undefined);
    return read();
  };
  const readAgain = (): Promise<AccessFacts> => {
    last = readAfter(last);
    return last;
  };
  return {
    apis: async () => apisOf((await readAgain()).routes),
    documentOf: async (api) => {
      const facts = await (last ?? readAgain());
      const names = [
        ...facts.model.ofType("aws_apigatewayv2_api"),
        ...facts.model.ofType("aws_api_gateway_rest_api"),
      ]
        .filter((resource) => nameInApp(resource) === api)
        .map(({ values }) => text(values, "name"));
      const server = served()
        .find(({ gateway }) => names.includes(gateway.name))
        ?.urls[0]?.replace(/\/$/, "");
      return generateDocument(facts, { api, server, root: context.project.root }).document;
    },
  };
}
