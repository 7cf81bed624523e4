import { defineConfig } from "vitest/config";

const wanted = process.env.SCREENSHOTS ? "screenshots.ts" : "*.test.ts";

export default defineConfig({
  test: {
    include: [`tests/browser/${wanted}`],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
