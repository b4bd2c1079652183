/** @group processes */
import { Function, RestV1Api, type RestV1ApiProps } from "../../../lib";
import type { Stack } from "../../../lib/kit/app";
import { type AccountModel, type Check, type Instance, referred } from "./account-model";
import { lasting, replayed, type State } from "./replay";
import type { Configuration } from "./stand-ins";

const handler = "functions/notes.get";
const other = "functions/notes.create";
const domain = { domainName: "api.example.com", securityPolicy: "TLS 1.2" } as const;

const integrations = "aws_api_gateway_integration";

/** The routes that each deployment serves, as they were when it was created, with the functions that they call. */
class Snapshots {
  private readonly taken = new Map<Instance, ReadonlyMap<string, Instance | undefined>>();

  of(deployment: Instance, account: AccountModel): ReadonlyMap<string, Instance | undefined> {
    const known = this.taken.get(deployment);
    if (known !== undefined) return known;
    const routes = account
      .all(integrations)
      .filter(({ isThere }) => isThere)
      .map((each) => [each.address, referred(each, "aws_lambda_function")] as const);
    const snapshot = new Map(routes);
    this.taken.set(deployment, snapshot);
    return snapshot;
  }
}

const isPermitted = (account: AccountModel, fn: Instance): boolean =>
  account
    .all("aws_lambda_permission")
    .some((each) => each.isThere && referred(each, "aws_lambda_function") === fn);

/** The stage that requests reach: the one to which the domain leads, or the one of the generated address. */
function stageOf(account: AccountModel, before: Configuration, after: Configuration): Instance | undefined {
  const [mapping] = lasting("aws_api_gateway_base_path_mapping", before, after);
  const [stage = ""] = lasting("aws_api_gateway_stage", before, after);
  return mapping === undefined ? account.at(stage) : referred(account.at(mapping), "aws_api_gateway_stage");
}

/** A client calls at each step all routes that both deployments have. */
const clientOf = (before: Configuration, after: Configuration): Check =>
  function* (account) {
    const snapshots = new Snapshots();
    for (const each of account.all("aws_api_gateway_deployment")) snapshots.of(each, account);
    const routes = lasting(integrations, before, after);
    if (routes.length === 0) return;
    const stage = stageOf(account, before, after);
    const deployment = referred(stage, "aws_api_gateway_deployment");
    if (stage?.isThere !== true || deployment?.isThere !== true) {
      yield "no stage answers";
      return;
    }
    for (const address of routes) {
      const served = snapshots.of(deployment, account);
      const fn = served.get(address);
      if (!served.has(address)) yield `${address} is not deployed`;
      else if (fn !== undefined && !fn.isThere) yield `${address} calls ${fn.address}, which is gone`;
      else if (fn !== undefined && !isPermitted(account, fn)) yield `${address} may not call ${fn.address}`;
    }
  };

const rest =
  (given: RestV1ApiProps | ((stack: Stack) => RestV1ApiProps)): State =>
  (stack) => {
    new RestV1Api(stack, "It", typeof given === "function" ? given(stack) : given);
  };
const own = (id: string, keys: readonly string[] = ["GET /x", "GET /y"]) =>
  rest((stack) => {
    const fn = new Function(stack, id, { handler });
    return { customDomain: domain, routes: Object.fromEntries(keys.map((key) => [key, fn])) };
  });

/** A policy has no room for the permissions of these routes, so one is for all. More routes have the same effect, in 2 s of CPU more. */
const long = Array.from({ length: 6 }, (_, index) => `GET /${"long".repeat(1000)}${index}`);
describe("routes of RestV1Api answer at each moment of a deployment", () => {
  test.each<[string, readonly State[]]>([
    [
      "first deployment, routes added and removed, code, removal",
      [
        rest({ routes: { "GET /x": handler, "GET /y": handler } }),
        rest({ routes: { "GET /x": other, "GET /y": handler, "POST /z": handler } }),
        rest({ routes: { "GET /x": other, "POST /z": handler } }),
        undefined,
      ],
    ],
    [
      "a domain, other functions, one permission for all routes and one for each again, no CORS",
      [
        rest({ routes: { "GET /x": handler, "GET /y": handler } }),
        own("One"),
        own("Two"),
        own("Two", ["GET /x", ...long]),
        own("Two"),
        rest({ routes: { "GET /x": handler, "GET /y": handler }, cors: false }),
      ],
    ],
  ])("%s", (_, states) => {
    expect(replayed(states, clientOf)).toEqual([]);
  });
});
