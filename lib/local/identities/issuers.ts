/** A JSON Web Key Set. */
export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Finds the public keys of token issuers. */
export interface Issuers {
  /**
   * The keys of an issuer. Rejects when the issuer cannot be reached; gateways then refuse the request.
   *
   * @param keyId - the key that a token names, if it may be one of this machine
   */
  keysOf(issuer: string, keyId?: string): Promise<KeySet>;
}
