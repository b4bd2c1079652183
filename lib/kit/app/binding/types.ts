import type { Binding } from "./target";

/**
 * Type declarations for editors: the ids and variables of all constructs that can be bound.
 *
 * Sorted, so that the text changes only with the app.
 */
export function bindingTypes(bindings: readonly Binding[]): string {
  const modules = new Map<string, Map<string, Map<string, string>>>();
  for (const { client, className, id, variables, types = {} } of bindings) {
    const interfaces = modules.get(client) ?? new Map<string, Map<string, string>>();
    modules.set(client, interfaces);
    const all = { [`${className}Resources`]: variablesType(Object.keys(variables).sort()), ...types };
    for (const [name, type] of Object.entries(all)) {
      interfaces.set(name, (interfaces.get(name) ?? new Map<string, string>()).set(id, type));
    }
  }
  const declared = sortedEntries(modules).map(([client, interfaces]) => moduleText(client, interfaces));
  return `${[header, configTypes, ...declared].join("\n\n")}\n`;
}

const header = `// Written by serverform at synthesis: what your functions may be bound to. Do not edit.\nexport {};`;

const configTypes = `declare module "serverform/node/config" {
  export interface ConfigTypes {
    APP: string;
    STAGE: string;
  }
}`;

function variablesType(variables: readonly string[]): string {
  const members = variables.map((variable) => `      ${JSON.stringify(variable)}: string;\n`);
  return `{\n${members.join("")}    }`;
}

function moduleText(client: string, interfaces: Map<string, Map<string, string>>): string {
  const texts = sortedEntries(interfaces).map(([name, ids]) => {
    const members = sortedEntries(ids).map(([id, type]) => `    ${JSON.stringify(id)}: ${type};\n`);
    return `  export interface ${name} {\n${members.join("")}  }\n`;
  });
  return `declare module "serverform/node/${client}" {\n${texts.join("\n")}}`;
}

function sortedEntries<Value>(map: Map<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
