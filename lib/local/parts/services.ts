import type { Model } from "../../model";
import { fail } from "../errors";
import { LocalIssuers, PoolKeys, tokenIssuersOf } from "../identities";
import { contained } from "../invoke";
import { notEmulated } from "../not-emulated";
import { AccessControl } from "../permissions/access-control";
import { PermissionUse } from "../permissions/usage/permission-use";
import type { Report } from "../report";
import { seedUsers } from "../services/cognito-idp/commands";
import { LocalServices } from "../services/local-services";
import { definePart, nothing } from "./part";

export const access = definePart({
  title: "the permissions",
  needs: ["app", "router"],
  start: ({ app, router }, { options, clock }) => {
    const { permissions, report, accessKeys, history, consolePort } = options;
    // The console shows the use of permissions.
    const { countsPermissions = consolePort !== undefined } = options;
    const value = new AccessControl({
      accessKeys,
      mode: permissions ?? "enforce",
      model: app.model,
      report,
      clock,
      verdict: history?.addVerdict,
      use: countsPermissions ? new PermissionUse(app.model) : undefined,
    });
    router.decideBy(value);
    return value;
  },
  replace: (value, { app }) => value.replace(app.model),
  stop: nothing,
});

export const keys = definePart({
  title: "the keys of the user pools",
  needs: [],
  start: (_, { options: { keysFolder, folder } }) => new PoolKeys(keysFolder ?? folder),
  replace: nothing,
  stop: (value) => value.settled(),
});

export const issuers = definePart({
  title: "the user pools",
  needs: ["app", "router", "keys"],
  start: ({ app, router, keys }, { options: { report, endpoints }, clock }) => {
    checkNoIssuer(app.model, endpoints);
    const value = new LocalIssuers({ model: app.model, keys, clock });
    prepareKeys(value, report);
    router.publish((path, base) => value.published(path, base));
    return value;
  },
  replace: (value, { app }, { options }) => {
    value.replace(app.model);
    prepareKeys(value, options.report);
  },
  stop: nothing,
});

/** Only requests of the app go to another address. Keys of an issuer are asked from the issuer itself. */
function checkNoIssuer(model: Model, endpoints: ReadonlyMap<string, string>): void {
  const found = tokenIssuersOf(model).find(
    ({ issuer }) => endpoints.has(issuer.replace(/\/$/, "")) || endpoints.has(issuer),
  );
  if (found !== undefined)
    fail("serverform local", "local-endpoint-issuer", "--endpoint", {
      issuer: found.issuer,
      authorizer: found.name,
    });
}

/** Creates keys in the background, since it takes a moment. */
function prepareKeys(issuers: LocalIssuers, report: Report): void {
  issuers.prepare().catch(
    contained("keys of the user pools", (error: unknown) => {
      report({ event: "warning", text: `The keys of the user pools cannot be saved: ${String(error)}` });
    }),
  );
}

export const services = definePart({
  title: "the services",
  needs: ["app", "router", "access", "functions", "keys", "work"],
  start: ({ app, router, access, functions, keys, work }, { options, clock }) => {
    const { history } = options;
    const { report, dataFolder, endpoints, databaseServer, secrets, runsSchedules, retriesFast } = options;
    const { scheduleClock = clock } = options;
    return LocalServices.start(router, {
      model: app.model,
      functions,
      report,
      clock,
      keys,
      accessKeys: options.accessKeys,
      dataFolder,
      elsewhere: new Set(endpoints.keys()),
      databaseServer,
      access,
      secrets,
      runsSchedules,
      scheduleClock,
      work,
      retriesFast,
      history,
    });
  },
  replace: (value, { app }) => value.replace(app.model),
  stop: (value) => value.stop(),
});

/** Reports at the start what the app has that does not run here. */
export const notices = definePart({
  title: "the list of what is not emulated",
  needs: ["app"],
  start: ({ app }, { options: { runsSchedules, databaseServer, report } }) => {
    for (const text of notEmulated(app.model, runsSchedules, databaseServer))
      report({ event: "notice", text });
  },
  replace: nothing,
  stop: nothing,
});

export const pageContents = definePart({
  title: "the sign-in pages",
  needs: ["pages", "services", "issuers"],
  start: ({ pages, services, issuers }) => pages.serve(services.userPools, issuers),
  replace: nothing,
  stop: nothing,
});

export const seededUsers = definePart({
  title: "the users of --seed",
  needs: ["services"],
  start: async ({ services: { userPools } }, { options: { seed } }) => {
    if (seed !== undefined && userPools !== undefined) await seedUsers(userPools, seed);
  },
  replace: nothing,
  stop: nothing,
});
