/**
 * Jest's `AsyncLocalStorage` for a file whose tests run one after the other: it holds the test that runs. While a storage of Node has
 * a value, Node visits it for each promise, which takes 5 % of the CPU of the tests.
 */
exports.TestStorage = class TestStorage {
  run(store, callback, ...args) {
    const before = this.store;
    const end = () => {
      this.store = before;
    };
    this.store = store;
    let result;
    try {
      result = callback(...args);
    } catch (error) {
      end();
      throw error;
    }
    if (typeof result?.then !== "function") {
      end();
      return result;
    }
    return result.finally(end);
  }

  getStore() {
    return this.store;
  }

  disable() {
    this.store = undefined;
  }
};
