import { Api, RDS, Script, type StackContext } from "serverform";

/** The reviews of the products. They were tables of the old server's database, and have one of their own now. */
export function Reviews({ stack }: StackContext) {
  // #region reviews
  const database = new RDS(stack, "Reviews", {
    engine: "postgresql16",
    defaultDatabaseName: "reviews",
    migrations: "migrations",
    types: "functions/reviews-database.d.ts",
  });
  const api = new Api(stack, "ReviewsApi", {
    defaults: { function: { bind: [database] } },
    routes: {
      "GET /products/{id}/reviews": "functions/reviews.list",
      "POST /products/{id}/reviews": "functions/reviews.add",
    },
  });
  // Imports the reviews of the old server. It runs after the migrations, and again when the file of the reviews changes.
  new Script(stack, "OldReviews", {
    onCreate: { handler: "functions/old-reviews.copy", bind: [database] },
    onUpdate: { handler: "functions/old-reviews.copy", bind: [database] },
  });
  // #endregion
  stack.addOutputs({ ReviewsUrl: api.url });
}
