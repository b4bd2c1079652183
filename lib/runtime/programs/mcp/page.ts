import { createHash } from "node:crypto";
import type { OauthAnswer } from "./answer";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:10vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.4rem}button{font:inherit;padding:.5rem 1.2rem;margin:0 .5rem 0 0}code{overflow-wrap:anywhere}.warning{color:#8a3b00}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}.warning{color:#ffb27a}}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** Text in HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page that runs no scripts and that no other page can frame. */
export function htmlPage(
  statusCode: number,
  title: string,
  body: string,
  cookies: readonly string[] = [],
): OauthAnswer {
  return {
    statusCode,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    cookies,
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
  };
}

/** A page for a request whose client is not known, so that no redirect is safe. */
export const problemPage = (description: string): OauthAnswer =>
  htmlPage(400, "This request cannot be answered", `<p role="alert">${escapeHtml(description)}</p>`);
