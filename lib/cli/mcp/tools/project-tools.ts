import { isLibraryError } from "../../../facts/errors/error";
import { errorFields } from "../../../facts/errors/error-fields";
import { constructPathOf, type Resource, readFacts, readModel } from "../../../model";
import { routeRows } from "../../access/route-rows";
import { searchDocuments } from "../../docs/search";
import { findCode } from "../../explain/explain";
import type { Tool } from "../tool";

const listRoutes: Tool = {
  name: "list_routes",
  description:
    "Lists the routes of the app: who may call each, and what its function may do. The first line counts them, and names parts that cannot be read.",
  properties: {
    open: { type: "boolean", description: "only routes that everyone may call" },
    who: {
      type: "string",
      description: "only routes that this caller may call: anyone, iam, key, an authorizer, a scope",
    },
    can: { type: "string", description: "only routes whose function may do this: s3:DeleteObject" },
  },
  run: async (target, input) => {
    const facts = readFacts(await target.folder());
    const [who, can] = [input.text("who"), input.text("can")];
    const rows = routeRows(facts, {
      open: input.isSet("open"),
      ...(who !== undefined && { who }),
      ...(can !== undefined && { can }),
    });
    return [
      { routes: rows.length, of: facts.routes.length, problems: facts.problems },
      ...rows.map(({ callers: _callers, address: _address, ...row }) => row),
    ];
  },
};

const listConstructs: Tool = {
  name: "list_constructs",
  description: "Lists the constructs of the app by path, with the number of resources of each type.",
  properties: { text: { type: "string", description: "only paths that contain this" } },
  run: async (target, input) => {
    const text = input.text("text")?.toLowerCase() ?? "";
    const counts = new Map<string, Record<string, number>>();
    for (const resource of readModel(await target.folder()).resources) {
      const path = constructPathOf(resource).split("/").slice(0, 2).join("/");
      if (!path.toLowerCase().includes(text)) continue;
      const count = counts.get(path) ?? {};
      count[resource.type] = (count[resource.type] ?? 0) + 1;
      counts.set(path, count);
    }
    return [...counts].map(([construct, resources]) => ({ construct, resources }));
  },
};

const getResources: Tool = {
  name: "get_resources",
  description: "Returns the synthesized Terraform resources of a construct, with all of their arguments.",
  properties: {
    construct: { type: "string", description: "its path or the end of it: dev-notes-Main/Api, Api" },
    type: { type: "string", description: "only resources of this type: aws_lambda_function" },
  },
  required: ["construct"],
  run: async (target, input) => {
    const [name, type] = [input.requireText("construct"), input.text("type")];
    const found = readModel(await target.folder()).resources.filter(
      (resource) => isOfConstruct(resource, name) && (type === undefined || resource.type === type),
    );
    if (found.length === 0)
      return `No resource belongs to a construct ${JSON.stringify(name)}. list_constructs lists all.`;
    return found.map((resource) => ({
      address: resource.address,
      construct: constructPathOf(resource),
      values: resource.values,
    }));
  },
};

/** Whether the parts of a name are consecutive in the path of a resource. */
function isOfConstruct(resource: Resource, name: string): boolean {
  return `/${constructPathOf(resource)}/`.includes(`/${name}/`);
}

const build: Tool = {
  name: "build",
  description:
    "Synthesizes the app, without AWS and Terraform. Returns its stacks, or every mistake with code, path, prop, value and remedy. Call it after each change of the stacks.",
  properties: {},
  run: async (target) => {
    try {
      const { stage, stacks } = await target.build();
      return [{ ok: true, stage }, ...stacks];
    } catch (error) {
      if (!isLibraryError(error)) throw error;
      return [{ ok: false }, ...errorFields(error)];
    }
  },
};

const explainError: Tool = {
  name: "explain_error",
  description: "Tells the cause and the remedy of an error code of serverform, such as authorizer-unknown.",
  properties: { code: { type: "string" } },
  required: ["code"],
  run: async (_target, input) => [findCode(input.requireText("code"))],
};

const searchDocs: Tool = {
  name: "search_docs",
  description:
    "Searches the documents of the installed version of serverform, and returns the sections that fit best.",
  properties: { words: { type: "string", description: "what to search for: jwt authorizer audience" } },
  required: ["words"],
  run: async (_target, input) => {
    const sections = await searchDocuments(input.requireText("words").split(/\s+/));
    return sections.map(({ heading, text }) => `# ${heading}\n\n${text}\n`).join("\n");
  },
};

/** Tools that need no running server. */
export const projectTools: readonly Tool[] = [
  listRoutes,
  listConstructs,
  getResources,
  build,
  explainError,
  searchDocs,
];
