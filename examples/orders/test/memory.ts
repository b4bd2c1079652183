import type { Order, OrderStore } from "../logic/order";

/** An order as it is placed. */
export const placed = (id: string, parts: Partial<Order> = {}): Order => ({
  id,
  customer: "ann@example.com",
  lines: [{ product: "tea", quantity: 2 }],
  status: "placed",
  placedAt: "2026-01-01T00:00:00.000Z",
  ...parts,
});

/** A store in memory. */
export function memoryStore(
  ...given: readonly Order[]
): OrderStore & { readonly orders: Map<string, Order> } {
  const orders = new Map(given.map((order) => [order.id, order]));
  return {
    orders,
    get: async (id) => orders.get(id),
    put: async (order) => void orders.set(order.id, order),
    ship: async (id) => {
      const order = orders.get(id);
      if (order?.status !== "placed") return false;
      orders.set(id, { ...order, status: "shipped" });
      return true;
    },
    addReceipt: async (id, receipt) => {
      const order = orders.get(id);
      if (order !== undefined) orders.set(id, { ...order, receipt });
      return order !== undefined;
    },
    listWaiting: async (before) =>
      [...orders.values()].filter(
        ({ status, placedAt }) => status === "placed" && placedAt < before.toISOString(),
      ),
  };
}
