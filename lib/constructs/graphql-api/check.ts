import * as fs from "node:fs";
import * as path from "node:path";
import type { Construct } from "constructs";
import { isLibraryError } from "../../facts/errors/error";
import { attempt, collectProblems, withoutCollecting } from "../../facts/errors/problems";
import { App } from "../../kit/app";
import { constructId } from "../../kit/app/names/ids";
import { checkKeys, isPlainObject, propKeys } from "../../kit/core/checks/check";
import { checkFile } from "../../kit/core/files/project-path";
import { parseMethodRouteKey } from "../../kit/gateway";
import { type ApiProps, refuseStreaming } from "../api";
import { fail } from "./errors";
import type { GraphQLApiProps } from "./props";

const graphqlApiKeys = propKeys<GraphQLApiProps>()({
  accessLog: true,
  authorizers: "map",
  cors: true,
  customDomain: true,
  defaults: "map",
  ipAddressType: true,
  stageVariables: "secretMap",
  cdk: "map",
  server: true,
  codegen: "text",
  rootPath: "text",
});

/**
 * Refuses props that cannot work, and returns the props of the API.
 *
 * Runs before the construct exists, because Api would refuse the keys that it does not have.
 */
export function apiPropsOf(scope: Construct, id: string, props: GraphQLApiProps): ApiProps {
  const own = constructId(scope, id, props);
  const where = [scope.node.path, own].filter((part) => part !== "").join("/");
  return collectProblems(() => {
    if ("routes" in Object(props)) {
      fail(where, "key-rejected", "props", {
        key: "routes",
        remedy: "Name the function that answers all requests: server. For other routes call addRoutes.",
      });
    }
    refuseStreaming(where, "streaming", Object(props).streaming);
    attempt(() => checkKeys(where, "props", props, graphqlApiKeys));
    const { server, codegen, rootPath = "/", ...apiProps } = props;
    if (server === undefined) {
      fail(where, "prop-required", "server", {
        remedy: 'Name the function that answers queries: server: "functions/graphql.handler".',
      });
    }
    if (isPlainObject(server)) refuseStreaming(where, "server.streaming", server.streaming);
    attempt(() => checkRootPath(scope, where, rootPath));
    attempt(() => codegen !== undefined && checkCodegen(scope, where, codegen));
    return apiProps;
  });
}

function checkRootPath(scope: Construct, where: string, rootPath: string): void {
  try {
    withoutCollecting(() => parseMethodRouteKey(scope, `GET ${rootPath}`));
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    fail(where, "prop-invalid", "rootPath", {
      value: rootPath,
      expected: 'a path that begins with / and does not end with it: "/graphql"',
    });
  }
}

function checkCodegen(scope: Construct, where: string, codegen: unknown): void {
  if (typeof codegen !== "string" || codegen === "") {
    return fail(where, "prop-invalid", "codegen", {
      value: codegen,
      expected: 'the path of a configuration file: "codegen.yml"',
    });
  }
  const absolute = path.resolve(App.of(scope).appPath, codegen);
  if (!fs.existsSync(absolute)) fail(where, "file-not-found", "codegen", { value: codegen, absolute });
  checkFile(where, "codegen", codegen, absolute);
}
