import { constructPathOf } from "../../model/permissions/resource-of-arn";
import type { ModelRoles } from "../../model/permissions/role-policies";
import type { Model } from "../../model/resources/model";
import { text } from "../../model/resources/values";
import { functionsOf } from "../functions/read-settings";
import type { VerdictStatement } from "../history/fact";
import type { ConsoleFunction } from "./actions";

/** The functions of a model, with the statements of their roles. */
export function consoleFunctions(model: Model, roles: Pick<ModelRoles, "find">): readonly ConsoleFunction[] {
  return functionsOf(model).flatMap((settings) => {
    const resource = model.ofType("aws_lambda_function").find(({ address }) => address === settings.id);
    if (resource === undefined) return [];
    const role = roles.find(text(resource.values, "role") ?? "");
    const statements = (role?.statements ?? []).map(
      ({ effect, actions, resources, condition }): VerdictStatement => ({
        effect,
        actions,
        resources,
        ...(condition !== undefined && { condition }),
      }),
    );
    return [{ name: settings.name, arn: settings.arn, path: constructPathOf(resource), statements }];
  });
}
