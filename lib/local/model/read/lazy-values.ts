import { ExpressionError } from "../expressions/syntax";

/** What is being found out at the moment, the outermost first. */
export type Trail = string[];

/** Values that are found out when they are first asked for, and once. */
export class LazyValues {
  private readonly found = new Map<string, unknown>();

  constructor(
    private readonly trail: Trail,
    /** What the values belong to, for messages: `dev-notes-Service/aws_iam_role.Role`. */
    private readonly owner: string,
  ) {}

  get(name: string, make: () => unknown): unknown {
    if (this.found.has(name)) return this.found.get(name);
    const step = `${this.owner}.${name}`;
    const start = this.trail.indexOf(step);
    if (start >= 0)
      throw new ExpressionError(`it needs itself: ${[...this.trail.slice(start), step].join(" -> ")}`);
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
