import type { Binding } from "./target";

/**
 * Type declarations for editors: the ids and variables of all constructs that can be bound.
 *
 * Sorted, so that the text changes only with the app.
 */
export function bindingTypes(bindings: readonly Binding[]): string {
  const modules = new Map<string, Map<string, Map<string, readonly string[]>>>();
  for (const binding of bindings) {
    const interfaces = modules.get(binding.client) ?? new Map<string, Map<string, readonly string[]>>();
    const ids = interfaces.get(`${binding.className}Resources`) ?? new Map<string, readonly string[]>();
    ids.set(binding.id, Object.keys(binding.variables).sort());
    interfaces.set(`${binding.className}Resources`, ids);
    modules.set(binding.client, interfaces);
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

function moduleText(client: string, interfaces: Map<string, Map<string, readonly string[]>>): string {
  const texts = sortedEntries(interfaces).map(([name, ids]) => {
    const members = sortedEntries(ids).map(([id, variables]) => {
      const types = variables.map((variable) => `      ${JSON.stringify(variable)}: string;\n`).join("");
      return `    ${JSON.stringify(id)}: {\n${types}    };\n`;
    });
    return `  export interface ${name} {\n${members.join("")}  }\n`;
  });
  return `declare module "serverform/node/${client}" {\n${texts.join("\n")}}`;
}

function sortedEntries<Value>(map: Map<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
