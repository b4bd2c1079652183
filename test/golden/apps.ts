import { Database } from "../../examples/notes/stacks/database";
import { Service } from "../../examples/notes/stacks/service";
import { Users } from "../../examples/notes/stacks/users";
import { type ApiRouteProps, App } from "../../lib";
import { root } from "../examples/support";
import { temporaryFolder } from "../support/stack";
import { type GatewayRoutes, gatewayRoutes, registerGateways, registerStacks, routes } from "./app";
import { type Receivers, receivers, registerServices } from "./services";

/** An app; handlers are below `srcPath`. */
export function goldenApp(srcPath: string, register: (app: App) => unknown): App {
  process.chdir(root);
  const app = new App({ name: "golden", stage: "dev", region: "eu-west-1", outdir: temporaryFolder() });
  app.setDefaultFunctionProps({ srcPath });
  register(app);
  return app;
}

/** The apps whose addresses are in the golden files of the same names. */
export const goldenApps = {
  notes: () => goldenApp("examples/notes", (app) => app.stack(Database).stack(Users).stack(Service)),
  full: (given: Readonly<Record<string, ApiRouteProps>> = routes) =>
    goldenApp("test/fixtures/app", (app) => registerStacks(app, given)),
  gateways: (given: GatewayRoutes = gatewayRoutes) =>
    goldenApp("test/fixtures/app", (app) => registerGateways(app, given)),
  services: (given: Receivers = receivers) =>
    goldenApp("test/fixtures/app", (app) => registerServices(app, given)),
};
