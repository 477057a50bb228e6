/**
 * The same, but who stops early does not wait for what is still to come: `close` ends it at once. A generator alone
 * would end only when what it waits for has come.
 */
export function closing<T>(of: AsyncIterable<T>, close: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = of[Symbol.asyncIterator]();
      return {
        next: () => iterator.next(),
        return: () => {
          close();
          return iterator.return?.() ?? Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}
