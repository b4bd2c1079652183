import { ExpressionError } from "../../../facts/expressions/syntax";

/** The values that are being evaluated, outermost first; detects cycles. */
export type Trail = string[];

/** Values that are evaluated once, on first use. */
export class LazyValues {
  private readonly found = new Map<string, unknown>();

  constructor(
    private readonly trail: Trail,
    /** Owner of the values, for messages: `dev-notes-Service/aws_iam_role.Role`. */
    private readonly owner: string,
  ) {}

  get(name: string, make: () => unknown): unknown {
    if (this.found.has(name)) return this.found.get(name);
    const step = `${this.owner}.${name}`;
    const start = this.trail.indexOf(step);
    if (start >= 0)
      throw new ExpressionError(`it refers to itself: ${[...this.trail.slice(start), step].join(" -> ")}`);
    this.trail.push(step);
    try {
      const value = make();
      this.found.set(name, value);
      return value;
    } finally {
      this.trail.pop();
    }
  }
}
