/**
 * @group slow
 * @modules own: loads the library with each of the two CDKs
 * @cdktf only
 */

import { packagesOf } from "../support/packages";
import type * as json from "./all-json";

// The values that the library passes to the classes of CDKTF and of its providers become the same Terraform JSON with CDK Terrain.

/** Each module is loaded when it is first used, so that this loads all that are in use. */
const load = () => (require("./all-json") as typeof json).allJson();

const withCdktf = load();
const packages = packagesOf("cdktn");

/** The JSON with other modules in place of CDKTF and its providers. */
function withReplacedCdk(modulesOfCdkTerrain: string): ReturnType<typeof load> {
  const modules = Object.keys(require.cache).filter((path) => moduleOfCdktf.test(path));
  for (const path of modules) {
    const replacement = path.replace(
      moduleOfCdktf,
      (_, provider) => `${modulesOfCdkTerrain}/${provider === undefined ? "cdktn/" : `@cdktn/${provider}`}`,
    );
    jest.doMock(path, () => jest.requireActual(replacement));
  }
  jest.resetModules();
  return load();
}

const moduleOfCdktf = /^.*\/node_modules\/(?:cdktf\/|@cdktf\/(provider-))/;

/** Differences of the JSON by path, each with its reason. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\.required_providers\./, "each CDK has its own versions of the providers"],
  [/\.invoked_via_function_url$/, "the older provider lacks it"],
  [/\.routing_mode$|\.aws_apigatewayv2_routing_rule$/, "the older provider lacks rules of domains"],
  [/streamed_\w+\.timeout_milliseconds$/, "the older provider refuses more than 5 minutes"],
  [/\.triggers\.redeployment$/, "a hash of the timeouts, too"],
];

interface Difference {
  readonly path: string;
  readonly cdktf: unknown;
  readonly cdkTerrain: unknown;
}

/** The paths at which two JSON values differ. */
function differences(cdktf: unknown, cdkTerrain: unknown, path = ""): readonly Difference[] {
  if (!isParent(cdktf) || !isParent(cdkTerrain))
    return cdktf === cdkTerrain ? [] : [{ path, cdktf, cdkTerrain }];
  const keys = [...new Set([...Object.keys(cdktf), ...Object.keys(cdkTerrain)])];
  return keys.flatMap((key) => differences(cdktf[key], cdkTerrain[key], `${path}.${key}`));
}

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

// Without a network, the packages of CDK Terrain are missing.
(packages === undefined ? describe.skip : describe)("Terraform JSON with CDK Terrain", () => {
  const withCdkTerrain = packages === undefined ? {} : withReplacedCdk(packages);
  const found = Object.keys(withCdktf).map(
    (name) => [name, differences(withCdktf[name], withCdkTerrain[name])] as const,
  );

  test.each(found)("is that of CDKTF: %s", (_, differing) => {
    expect(differing.filter(({ path }) => !reasons.some(([form]) => form.test(path)))).toEqual([]);
  });

  test("differs for each of the reasons", () => {
    const paths = found.flatMap(([, differing]) => differing.map(({ path }) => path));
    expect(reasons.filter(([form]) => !paths.some((path) => form.test(path)))).toEqual([]);
  });
});
