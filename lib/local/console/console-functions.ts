import { constructPathOf } from "../../model/permissions/resource-of-arn";
import type { Model } from "../../model/resources/model";
import { functionsOf } from "../functions/read-settings";
import type { ConsoleFunction } from "./actions";

/** The functions of a model. */
export function consoleFunctions(model: Model): readonly ConsoleFunction[] {
  return functionsOf(model).flatMap(({ id, name, arn }) => {
    const resource = model.ofType("aws_lambda_function").find(({ address }) => address === id);
    return resource === undefined ? [] : [{ name, arn, path: constructPathOf(resource) }];
  });
}
