import type { Functions } from "../invoke";

export class RunningWork {
  private count = 0;

  get isBusy(): boolean {
    return this.count > 0;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.count -= 1;
    }
  }

  ofFunctions(functions: Functions): Functions {
    return {
      invoke: (request) => this.run(() => functions.invoke(request)),
      replace: (settings, environment) => functions.replace(settings, environment),
      stop: () => functions.stop(),
    };
  }
}
