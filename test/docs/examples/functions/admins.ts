import { callerOf } from "serverform/node/caller";
import { route } from "serverform/node/route";

// #region admins
/** A route for admins and owners only. */
export const remove = route({ groups: ["admins", "owners"] }, (_, { groups }) => {
  console.log(`a member of ${groups.join(" and ")} removes everything`);
});

/** A handler that AppSync calls, or a WebSocket API. */
export async function publish(event: object) {
  const { claims, groups, scopes } = callerOf(event);
  if (!groups.includes("authors") || !scopes.includes("posts/write"))
    throw new Error("Only authors may publish.");
  return { author: claims.sub };
}
// #endregion
