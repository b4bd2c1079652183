import { SecretMask } from "../../facts/errors/secrets/secret-mask";

/** The values are read again after this time. A file is written with the newest ones. */
const keptMs = 100;

/** The mask of a server: it knows the values of the secrets that its services have. */
export class SecretValues {
  private source: () => readonly string[] = () => [];
  private values: readonly string[] = [];
  private current = new SecretMask();
  private askedAt = Number.NEGATIVE_INFINITY;

  /** Names who knows the values. */
  from(source: () => readonly string[]): void {
    this.source = source;
    this.askedAt = Number.NEGATIVE_INFINITY;
  }

  /** The mask with the values of now. */
  newest(): SecretMask {
    this.askedAt = performance.now();
    const values = this.source();
    const isSame =
      values.length === this.values.length && values.every((each, index) => each === this.values[index]);
    if (!isSame) {
      this.values = values;
      this.current = new SecretMask(values);
    }
    return this.current;
  }

  /** The mask with the values of a moment ago, for each of many lines. */
  get mask(): SecretMask {
    return performance.now() - this.askedAt < keptMs ? this.current : this.newest();
  }
}
