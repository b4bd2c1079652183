import { registerHandler } from "./registration";
import { settings } from "./settings";
import { userPoolClients } from "./user-pool-clients";

export const handler = registerHandler(userPoolClients(settings.userPoolId), settings);
