import { CognitoJwtVerifier } from "aws-jwt-verify";
import { isTokenRefusal } from "../../aws/token-refusal";
import type { McpCaller } from "./mcp-handler";

/** The facts about an MCP server that decide about its tokens. */
export interface McpServerFacts {
  /** Its address, which is the `aud` of its tokens. */
  readonly resource: string;
  /** The address of the document that tells clients where to sign in. */
  readonly metadata: string;
  readonly scopes: readonly string[];
  readonly userPoolId: string;
  /** The client of the user pool through which the authority signs in. */
  readonly clientId: string;
}

type Verifier = ReturnType<typeof createVerifier>;

const createVerifier = (userPoolId: string) =>
  CognitoJwtVerifier.create({ userPoolId, tokenUse: "access", clientId: null });

/** They cache the keys of their user pool. */
const verifiers = new Map<string, Verifier>();

/** Accepts access tokens of the authority's client whose `aud` is the server; undefined for other tokens. */
export async function verifyMcpToken(token: string, server: McpServerFacts): Promise<McpCaller | undefined> {
  const { userPoolId, clientId, resource } = server;
  const verifier = verifiers.get(userPoolId) ?? createVerifier(userPoolId);
  verifiers.set(userPoolId, verifier);
  try {
    const claims = await verifier.verify(token);
    if (claims.aud !== resource || claims.client_id !== clientId) return undefined;
    return {
      id: claims.sub,
      token,
      clientId,
      scopes: claims.scope.split(" "),
      expiresAt: claims.exp,
      resource: new URL(resource),
      extra: { ...claims },
    };
  } catch (error) {
    if (isTokenRefusal(error)) return undefined;
    throw error;
  }
}
