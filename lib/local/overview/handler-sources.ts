import { readBundlesFile } from "../../bundle";
import { constructPathOf, type Model } from "../../model";
import { functionsOf } from "../functions/read-settings";

/** The source of each function, by its name and ARN in AWS: `functions/notes.ts list`. Functions built elsewhere are left out. */
export function handlerSources(model: Model, bundlesFile: string | undefined): ReadonlyMap<string, string> {
  if (bundlesFile === undefined) return new Map();
  const sources = new Map(
    readBundlesFile(bundlesFile).planned.flatMap(({ artifact }) =>
      artifact.functions.map(({ owner, handler }) => [owner, sourceOf(artifact, handler)] as const),
    ),
  );
  const lambdas = model.ofType("aws_lambda_function");
  return new Map(
    functionsOf(model).flatMap(({ id, name, arn }) => {
      const resource = lambdas.find(({ address }) => address === id);
      const source = resource && sources.get(constructPathOf(resource));
      return source === undefined ? [] : [name, arn].map((each) => [each, source] as const);
    }),
  );
}

/** The file and the name in it: `functions/notes.ts list`. */
function sourceOf(artifact: object, handler: string): string {
  const entry = "entry" in artifact ? String(artifact.entry) : undefined;
  const name = handler.slice(handler.lastIndexOf(".") + 1);
  return entry === undefined ? handler : `${entry} ${name}`;
}
