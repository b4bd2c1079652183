import { stopAll, stopServers } from "./stage";

export * from "./stage";

afterEach(stopServers);
afterAll(stopAll);
