import { boundIds } from "../../../facts/bindings";
import { fetchValues, findValue } from "../../bindings/placeholders";
import { boundResources } from "../../bindings/resources";

const className = "Auth";

/** The sign-ins by id. The public key is in SSM, because a function creates it during the deployment. */
export const signIns = boundResources<Readonly<Record<string, { readonly publicKey: string }>>>({
  className,
  variables: ["publicKey"],
  fetchWith: () => "await fetchAuth()",
});

type Key = "publicKey" | "privateKey";

/**
 * Reads the keys of the sign-ins that this function is bound to, once per container.
 *
 * @example
 * await fetchAuth();
 * const session = useSession();
 */
export async function fetchAuth(): Promise<void> {
  const keys: readonly Key[] = ["publicKey", "privateKey"];
  await fetchValues(
    keys.flatMap((variable) =>
      boundIds(process.env, className, variable).map((id) => ({ className, variable, id })),
    ),
  );
}

/** The keys with which the sessions of this function may be signed. */
export function publicKeys(): readonly string[] {
  const ids = boundIds(process.env, className, "publicKey");
  if (ids.length > 0) return ids.map((id) => signIns[id]?.publicKey ?? "");
  throw new Error(
    "This function is bound to no Auth, so that it cannot read sessions. " +
      "Attach the Auth to the API of the function, or add it to bind of the function. " +
      "In a test, set SERVERFORM_Auth_publicKey_<id>.",
  );
}

export function privateKey(): string {
  const [id] = boundIds(process.env, className, "privateKey");
  if (id === undefined) {
    throw new Error(
      "This function cannot sign sessions: only the authenticator of an Auth has the private key. " +
        "In a test, set SERVERFORM_Auth_privateKey_<id>.",
    );
  }
  const value = findValue(className, "privateKey", id);
  if (value?.startsWith("-----BEGIN") === true) return value;
  throw new Error(
    "The private key is in SSM and has not been read yet. Before its first use: await fetchAuth()",
  );
}
