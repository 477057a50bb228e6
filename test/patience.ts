/** When a test counts as hung. No test is judged by its speed, so a slow and busy machine must stay far below. */
export const PATIENCE = {
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 30_000 } },
};
