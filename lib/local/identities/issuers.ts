export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

export interface Issuers {
  /**
   * The keys of an issuer. Rejects if the issuer cannot be reached; gateways then refuse the request.
   *
   * @param keyId - the key id of a token, which may belong to this machine
   */
  keysOf(issuer: string, keyId?: string): Promise<KeySet>;
}
