import { type IResolvable, Tokenization } from "cdktf";

/** The private list of CDKTF's tokens, by their names in markers. */
interface HasTokens {
  readonly __cdktfTokenMap?:
    | { readonly stringTokenMap?: ReadonlyMap<string, IResolvable> | undefined }
    | undefined;
}

const [begin, end] = ["${TfToken[", "]}"];

/**
 * The token that a marker in a text stands for: `${TfToken[TOKEN.12]}`.
 *
 * CDKTF takes the marker for any text, which it searches for tokens. An app has thousands of markers, so its list of tokens is asked
 * first.
 */
export function tokenOfMarker(marker: string): IResolvable | undefined {
  const tokens = (globalThis as HasTokens).__cdktfTokenMap?.stringTokenMap;
  const name = marker.slice(begin.length, -end.length);
  return tokens?.get(name) ?? Tokenization.reverseString(marker).tokens[0];
}
