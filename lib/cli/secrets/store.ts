/** Where values of secrets are kept, by the name of the secret. */
export interface SecretStore {
  set(secret: string, value: string): Promise<void>;
  /** Undefined for a secret without a value. */
  get(secret: string): Promise<string | undefined>;
  /** Names of the secrets that have a value, in alphabetical order. */
  list(): Promise<readonly string[]>;
  /** Whether there was a value. */
  remove(secret: string): Promise<boolean>;
}
