import { isValues } from "../../../../lib/model";

const variable = /<((?!any>)[a-z]+(?::\w+)?)>/g;

/** Values that differ from run to run: `<id:1>`. Those of one kind, before the colon, differ from each other. */
export class Variables {
  private readonly bound = new Map<string, unknown>();

  /** A value with the known values in place of the variables. */
  fill(value: unknown): unknown {
    if (typeof value === "string") {
      return value.replace(variable, (found, name: string) => String(this.bound.get(name) ?? found));
    }
    if (Array.isArray(value)) return value.map((each) => this.fill(each));
    if (!isValues(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.fill(each)]));
  }

  expectEqual(actual: unknown, expected: unknown): void {
    expect(actual).toEqual(this.resolve(expected, actual));
  }

  expectPart(actual: unknown, expected: unknown): void {
    expect(actual).toMatchObject(this.resolve(expected, actual) as object);
  }

  /** The expected value, with the values of variables, which are bound at their first occurrence. */
  private resolve(expected: unknown, actual: unknown): unknown {
    if (expected === "<any>") return expect.stringMatching(/./);
    if (typeof expected === "string") {
      const [, name] = /^<([a-z]+(?::\w+)?)>$/.exec(expected) ?? [];
      if (name !== undefined && !this.bound.has(name)) this.bind(name, actual);
      return this.fill(expected);
    }
    if (Array.isArray(expected)) {
      const list = Array.isArray(actual) ? actual : [];
      return expected.map((each, index) => this.resolve(each, list[index]));
    }
    if (!isValues(expected)) return expected;
    const values = isValues(actual) ? actual : {};
    return Object.fromEntries(
      Object.entries(expected).map(([name, each]) => [name, this.resolve(each, values[name])]),
    );
  }

  private bind(name: string, value: unknown): void {
    expect(typeof value).toBe("string");
    const kind = name.split(":")[0];
    const same = [...this.bound].filter(([other]) => other.split(":")[0] === kind);
    expect(same.map(([, each]) => each)).not.toContain(value);
    this.bound.set(name, value);
  }
}
