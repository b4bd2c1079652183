import type { Model } from "../../model/resources/model";
import { text } from "../../model/resources/values";
import { functionsOf } from "../functions/read-settings";
import { credentialVariables } from "../functions/role-credentials";
import type { StageFunctionSettings } from "./stage-functions";
import type { LocalStageOptions } from "./stage-options";

/** The settings of the functions, with the credentials of their roles for those that run here. */
export async function stageSettings(
  model: Model,
  { credentialsOf, isHere }: Pick<LocalStageOptions, "credentialsOf" | "isHere">,
): Promise<readonly StageFunctionSettings[]> {
  const resources = new Map(model.resources.map((each) => [each.address, each]));
  return Promise.all(
    functionsOf(model).map(async (settings) => {
      const resource = resources.get(settings.id);
      const constructPath = (resource?.constructPath ?? settings.name).replace(/\/Function$/, "");
      if (!isHere(constructPath)) return { ...settings, constructPath };
      const role = resource && text(resource.values, "role");
      const credentials = role === undefined ? "It has no role." : await credentialsOf(role);
      if (typeof credentials === "string") return { ...settings, constructPath, refusal: credentials };
      const variables = { ...settings.variables, ...credentialVariables(credentials) };
      return { ...settings, constructPath, variables };
    }),
  );
}
