import { AccessKeys } from "../../lib/local";
import type { LocalSession } from "../../lib/local/wire/local-credentials";

/** The access keys of the servers that tests start in their own process. */
export const accessKeys = new AccessKeys("the signing secret of the tests");

/** The developer's credentials on these servers. */
export const localCredentials = accessKeys.administrator;

export const sessionCredentials = (session: LocalSession) => accessKeys.ofSession(session);
