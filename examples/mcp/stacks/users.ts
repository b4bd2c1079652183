import { type StackContext, Userbase } from "serverform";

export function Users({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    identityPoolFederation: false,
    // The plan "lite" does not bind tokens to the server that they are for.
    featureTier: "essentials",
    domain: `${stack.stage}-acme-mcp`,
    resourceServers: { notes: { scopes: { read: "Reads your notes", write: "Writes notes for you" } } },
  });
  return { users };
}
