import { defineConfig } from "vitest/config";

/** `screenshots` or `bench`; the tests otherwise. */
const { RUN } = process.env;
const wanted = RUN ? `${RUN}.ts` : "*.test.ts";

export default defineConfig({
  test: {
    include: [`tests/browser/${wanted}`],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Nothing here measures time: a busy machine may be slow.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
  },
});
