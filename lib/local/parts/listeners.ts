import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../../bundle";
import { fail } from "../errors";
import { privateFolder } from "../files/private-files";
import { PageServers } from "../pages/page-servers";
import { GatewayServers } from "../servers";
import { EndpointRouter } from "../services/endpoint-router";
import { definePart, nothing } from "./part";

/** The files of tables do not bear two writers. */
export const dataLock = definePart({
  title: "the data folder",
  needs: [],
  start: (_, { options: { dataFolder } }) => (dataFolder === undefined ? undefined : lockData(dataFolder)),
  replace: nothing,
  stop: (unlock) => unlock?.(),
});

/** The facts of earlier runs are read, and those of this run are written, while no other process writes to the folder. */
export const keptFacts = definePart({
  title: "the history",
  needs: ["dataLock"],
  start: (_, { options: { history } }) => {
    history?.restore();
    return history;
  },
  replace: nothing,
  stop: (history) => history?.stop(),
});

function lockData(folder: string): () => void {
  const fileName = "serverform.lock";
  mkdirSync(folder, privateFolder);
  return (
    lockFolder(folder, fileName) ??
    fail("serverform local", "local-data-in-use", "--data", { folder, file: join(folder, fileName) })
  );
}

export const router = definePart({
  title: "the address of the services",
  needs: [],
  start: (_, { options: { report, servicesPort, history } }) =>
    EndpointRouter.start(report, servicesPort, history),
  replace: nothing,
  stop: (value) => value.close(),
});

/** Reading the app opens the ports. */
export const servers = definePart({
  title: "the ports of the APIs",
  needs: [],
  start: (_, { options }) => new GatewayServers(options),
  replace: nothing,
  stop: (value) => value.close(),
});

/** Reading the app opens the ports. */
export const pages = definePart({
  title: "the ports of the sign-in pages",
  needs: [],
  start: (_, { options: { port, report } }) => new PageServers({ port, report }),
  replace: nothing,
  stop: (value) => value.close(),
});
