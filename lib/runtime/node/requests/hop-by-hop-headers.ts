/**
 * Headers that describe one connection instead of the message: proxies do not forward them.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
export const hopByHopHeaders: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
