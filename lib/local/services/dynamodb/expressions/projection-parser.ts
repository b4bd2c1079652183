import { OperandParser, rank } from "./operand-parser";
import { collision } from "./paths";
import type { Placeholders } from "./placeholders";
import type { Path } from "./syntax";

export function parseProjection(text: string, placeholders: Placeholders): readonly Path[] {
  return new ProjectionParser(text, placeholders, []).whole();
}

class ProjectionParser extends OperandParser {
  protected readonly functions = "conditions";

  whole(): readonly Path[] {
    const paths: Path[] = [];
    for (const path of this.tokens.list(() => this.path())) {
      for (const other of paths) {
        const problem = collision(other, path);
        if (problem !== undefined) this.addProblem(1, problem);
      }
      paths.push(path);
    }
    this.tokens.end();
    this.problems.refuse();
    return paths;
  }

  protected addProblem(order: number, text: string): void {
    this.problems.add(rank.operands + order, text);
  }

  protected checkCall(): void {}
}
