/**
 * Headers that describe one connection, and not the message: no proxy passes them on.
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
