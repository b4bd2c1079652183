import { route } from "serverform/node/route";

/** Answers everyone. */
export const get = route({}, () => ({ status: "ok" }));
