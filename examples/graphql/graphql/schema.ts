import { randomUUID } from "node:crypto";
import SchemaBuilder from "@pothos/core";
import { GraphQLError } from "graphql";
import type { Review, ReviewStore } from "./review";

/** The context of every resolver. */
export interface ReviewContext {
  readonly store: ReviewStore;
  /** The signed-in member; undefined for all other callers. */
  readonly member: string | undefined;
}

const builder = new SchemaBuilder<{
  Context: ReviewContext;
  Objects: { Review: Review };
  DefaultFieldNullability: false;
}>({ defaultFieldNullability: false });

builder.objectType("Review", {
  fields: (t) => ({
    id: t.exposeID("id"),
    book: t.exposeString("book"),
    stars: t.exposeInt("stars"),
    text: t.exposeString("text"),
    author: t.exposeString("author"),
  }),
});

builder.queryType({
  fields: (t) => ({
    reviews: t.field({
      type: ["Review"],
      args: { book: t.arg.string() },
      resolve: async (_root, { book }, { store }) =>
        (await store.list()).filter((review) => typeof book !== "string" || review.book === book),
    }),
    review: t.field({
      type: "Review",
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { store }) => store.get(String(id)),
    }),
  }),
});

builder.mutationType({
  fields: (t) => ({
    addReview: t.field({
      type: "Review",
      args: {
        book: t.arg.string({ required: true }),
        stars: t.arg.int({ required: true }),
        text: t.arg.string({ defaultValue: "" }),
      },
      resolve: async (_root, { book, stars, text }, { store, member }) => {
        if (member === undefined) throw new GraphQLError("Sign in to write a review.");
        if (stars < 1 || stars > 5) throw new GraphQLError("Give 1 to 5 stars.");
        const review = { id: randomUUID(), book, stars, text: text ?? "", author: member };
        await store.put(review);
        return review;
      },
    }),
  }),
});

export const schema = builder.toSchema();
