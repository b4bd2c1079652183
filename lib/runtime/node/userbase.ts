import { fetchValues } from "../bindings/placeholders";
import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** User directories of the app, by id; synthesis writes them. */
export interface UserbaseResources extends WrittenAtSynthesis {}

const variables = ["userPoolId", "userPoolClientId"] as const;

/**
 * The user directories that this function is bound to.
 *
 * A trigger of the directory itself has no values in its environment, because the directory depends on its triggers.
 * There, await `fetchUserbase` first.
 *
 * @example
 * new AdminGetUserCommand({ UserPoolId: Userbase.users.userPoolId, Username: name });
 */
export const Userbase = boundResources<UserbaseResources>({
  className: "Userbase",
  variables,
  fetchWith: (id) => `await fetchUserbase(${JSON.stringify(id)})`,
});

/**
 * A user directory whose values may be in SSM, as for its own triggers; read once per container.
 *
 * @example
 * const { userPoolId } = await fetchUserbase("users");
 */
export async function fetchUserbase<Id extends keyof UserbaseResources & string>(
  id: Id,
): Promise<UserbaseResources[Id]> {
  const resource = Userbase[id];
  await fetchValues(variables.map((variable) => ({ className: "Userbase", variable, id })));
  return resource;
}
