import { createGateways } from "../create-gateways";
import { DevServers } from "../dev-servers";
import type { GatewayContext } from "../gateways/gateway";
import type { EndpointRouter } from "../services/endpoint-router";
import { routeTargets } from "../services/service-table";
import { SiteServers } from "../site-servers";
import { definePart, defineStep, nothing } from "./part";

export const context = definePart({
  title: "the APIs",
  needs: ["access", "functions", "issuers", "router", "servers", "siteServers"],
  start: (
    given,
    { options: { report, reportsAccessLog, endpoints, accessKeys, history }, clock },
  ): GatewayContext => {
    const { access, functions, issuers, router, servers, siteServers } = given;
    return {
      access,
      accessKeys,
      functions,
      report,
      reportsAccessLog,
      clock,
      history,
      issuers,
      endpoints: gatewayEndpoints(router, endpoints),
      authorityOf: (host) => servers.authorityOfHost(host) ?? siteServers.authorityOf(host),
    };
  },
  replace: nothing,
  stop: nothing,
});

/** Addresses for routes that call a service directly: the local service, unless the user gives another address. */
function gatewayEndpoints(
  router: EndpointRouter,
  given: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([...routeTargets().map((name) => [name, router.url] as const), ...given]);
}

export const gateways = definePart({
  title: "the APIs",
  needs: ["app", "context"],
  start: ({ app, context }) => ({ all: createGateways(app.model, context) }),
  replace: (value, { app, context }) => {
    value.all = createGateways(app.model, context, value.all);
  },
  stop: nothing,
});

export const servedApis = defineStep("the APIs", ["servers", "gateways"], ({ servers, gateways }) =>
  servers.serve(gateways.all),
);

export const devServers = definePart({
  title: "the development servers of the sites",
  needs: [],
  start: (_, { options }) => new DevServers(options.report),
  replace: nothing,
  stop: (value) => value.stop(),
});

export const developedSites = defineStep(
  "the development servers of the sites",
  ["app", "devServers"],
  ({ app, devServers }) => devServers.replace(app.model),
);

export const siteServers = definePart({
  title: "the servers of the sites",
  needs: [],
  start: (_, { options }) => new SiteServers(options.report),
  replace: nothing,
  stop: (value) => value.stop(),
});

export const runningSites = defineStep(
  "the servers of the sites",
  ["app", "environment", "siteServers"],
  ({ app, environment, siteServers }) => siteServers.replace(app.model, environment.current),
);
