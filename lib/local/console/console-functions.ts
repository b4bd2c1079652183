import { constructPathOf, type Model } from "../../model";
import { functionsOf } from "../functions/read-settings";
import { handlerSources } from "../overview/handler-sources";
import type { ConsoleFunction } from "./actions";

/**
 * The functions of a model.
 *
 * @param bundlesFile - lists the source file of each function
 */
export function consoleFunctions(model: Model, bundlesFile?: string): readonly ConsoleFunction[] {
  const sources = handlerSources(model, bundlesFile);
  return functionsOf(model).flatMap(({ id, name, arn }) => {
    const resource = model.ofType("aws_lambda_function").find(({ address }) => address === id);
    const source = sources.get(arn);
    return resource === undefined
      ? []
      : [{ name, arn, path: constructPathOf(resource), ...(source !== undefined && { source }) }];
  });
}
