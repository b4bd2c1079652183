import type { Constant } from "../model/application";
import type { Names } from "../model/names";
import { Computed, code, type Value } from "../model/value";
import type { SourceNode } from "../source/node";

/** Parameters whose value is the stage of the app. */
const stageNames = /^(stage|stage_?name|env|environment|environment_?name)$/i;

/** Parameters of a template: constants at the head of the stack, which the environment can override. */
export function templateParameters(
  node: SourceNode | undefined,
  names: Names,
): {
  readonly parameters: ReadonlyMap<string, Value>;
  readonly constants: readonly Constant[];
} {
  const parameters = new Map<string, Value>();
  const constants: Constant[] = [];
  for (const [name, parameter] of node?.entries ?? []) {
    const type = parameter.get("Type")?.text ?? "String";
    const standard = parameter.get("Default");
    if (stageNames.test(name) && type === "String") {
      parameters.set(name, code("stack.stage"));
      continue;
    }
    const variable = names.variable(name);
    const isList = /^(CommaDelimitedList|List<)/.test(type);
    if (type.startsWith("AWS::SSM::Parameter::Value")) {
      const imports = [
        { name: "DataAwsSsmParameter", from: "@cdktf/provider-aws/lib/data-aws-ssm-parameter" },
      ];
      const path = JSON.stringify(standard?.text ?? name);
      constants.push({
        name: variable,
        value: code(
          `new DataAwsSsmParameter(stack, ${JSON.stringify(name)}, { name: ${path} }).value`,
          imports,
        ),
      });
    } else if (standard === undefined) {
      const imports = [{ name: "TerraformVariable", from: "cdktf" }];
      const [kind, property] = isList ? ["list(string)", "listValue"] : ["string", "stringValue"];
      const isSecret = parameter.get("NoEcho")?.isTrue === true ? ", sensitive: true" : "";
      constants.push({
        name: variable,
        value: code(
          `new TerraformVariable(stack, ${JSON.stringify(name)}, { type: "${kind}"${isSecret} }).${property}`,
          imports,
        ),
      });
    } else {
      const text = `process.env.${name} ?? ${JSON.stringify(standard.text ?? "")}`;
      const value = isList ? `(${text}).split(",")` : type === "Number" ? `Number(${text})` : text;
      constants.push({ name: variable, value: code(value) });
    }
    parameters.set(
      name,
      new Computed([{ code: variable, isList, isNumber: type === "Number" && standard !== undefined }]),
    );
  }
  return { parameters, constants };
}
