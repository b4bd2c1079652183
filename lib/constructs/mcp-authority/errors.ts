import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about McpAuthority. */
export const mcpAuthorityTexts = {
  "mcp-userbase-pages": ({ userbase }: { userbase: string }) => ({
    problem: `is ${show(userbase)}, which has no sign-in pages.`,
    remedy: 'Give the Userbase a domain: domain: "notes-sign-in".',
  }),
  "mcp-userbase-tier": ({ userbase }: { userbase: string }) => ({
    problem: `is ${show(userbase)}, whose plan "lite" does not bind tokens to the server that they are for.`,
    remedy: 'Write featureTier: "essentials" on the Userbase, or "plus".',
  }),
  "mcp-issuer-path": ({ url }: { url: string }) => ({
    problem: `has the address ${show(url)}. Clients look for the documents of an authority at the root of its host.`,
    remedy: "Leave out path of customDomain, or use another API.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...mcpAuthorityTexts };

export const fail: Fail<typeof texts> = failWith(texts);
