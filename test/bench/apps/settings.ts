/** The settings of every variant of the application. */
export const settings = {
  name: "bench",
  stage: "dev",
  region: "eu-west-1",
  outdir: process.env.BENCH_OUTDIR ?? "cdktf.out",
  /** An HTTP API takes 300 routes, so the largest application has two. */
  apis: Number(process.env.BENCH_APIS ?? 1),
  routesPerApi: Number(process.env.BENCH_ROUTES_PER_API ?? 10),
  issuer: "https://login.example.com",
  audience: "bench",
} as const;

/** The routes of one API: every second one is for signed-in callers. */
export function routesOf(api: number) {
  return Array.from({ length: settings.routesPerApi }, (_, index) => {
    const file = `functions/route${api * settings.routesPerApi + index}`;
    return { method: "POST", path: `/items${index}/{id}`, file, isGuarded: index % 2 === 1 };
  });
}

/** Tells the parent process what this one needed. esbuild runs in a separate process, which is not in these. */
export function report(): void {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const figures = {
      cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000,
      peakMegabytes: maxRSS / 1024,
      modules: Object.keys(require.cache).length,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  });
}
