import { type TextLimit, textLimit } from "./limit";

const fields = "https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2";
const origins = "https://www.rfc-editor.org/rfc/rfc6454#section-7.1";
const scopes = "https://www.rfc-editor.org/rfc/rfc6749#section-3.3";
const unlimited = Number.POSITIVE_INFINITY;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The name of a header, or a pattern of names with `*`. Browsers send only such names. */
export const headerNameLimit = textLimit(
  fields,
  unlimited,
  token,
  "the name of a header, such as Content-Type",
);

/** The type of a body. */
export const mediaTypeLimit = textLimit(
  "https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1",
  unlimited,
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(\s*;.*)?$/,
  "a media type, such as application/json",
);

/**
 * An origin, or a pattern of origins with `*`. Browsers send only such texts, so others would never match, such as one with a
 * path or even a slash.
 */
export const originLimit: TextLimit = {
  ...textLimit(
    origins,
    unlimited,
    /^(?!.*:\/\/[^/?#]*[/?#])[\x21\x23-\x26\x28-\x2B\x2D-\x7E]+$/,
    'an origin, such as "https://app.example.com", without a path',
  ),
  accepts: isOrigin,
};

/** Browsers send hosts in lower case, without user names. */
function isOrigin(text: string): boolean {
  const [, host = "", port = ""] = /:\/\/(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
  if (/[@A-Z]/.test(host)) return false;
  return port === "" || port.includes("*") || isPort(port);
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535;

const label = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
const address = new RegExp(
  `^(https?)://(${label}(?:\\.${label})*\\.?|\\[[0-9A-Fa-f:.]+\\])(?::([^/?#]*))?([/?#].*)?$`,
  "i",
);

/** Whether a text is a valid address of a server: ASCII, a host that DNS allows, and a port. */
export function isWebAddress(text: string): boolean {
  const [, , host, port] = address.exec(text) ?? [];
  return (
    host !== undefined && (port === undefined || isPort(port)) && /^[\x21\x23-\x3B\x3D\x3F-\x7E]+$/.test(text)
  );
}

/** A scope of OAuth 2.0. Tokens contain only such scopes. */
export const scopeLimit = textLimit(
  scopes,
  unlimited,
  /^[\x21\x23-\x5B\x5D-\x7E]+$/,
  "a scope: visible ASCII characters without spaces, quotes and backslashes",
);
