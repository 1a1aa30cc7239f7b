import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const program = "http://127.0.0.1:8173";

// The files have fixed names: the program embeds whatever is in dist, and the server sends an ETag.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "dist",
    target: "es2022",
    assetsDir: "",
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      output: { entryFileNames: "app.js", chunkFileNames: "[name].js", assetFileNames: "app.[ext]" },
    },
  },
  // `npm run dev` beside `tengen play`, which answers only pages of its own address
  server: { proxy: { "/api": { target: program, changeOrigin: true, headers: { origin: program } } } },
  // Machines are busy at times; a test that hangs does so for longer than that.
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], testTimeout: 120_000 },
  // Svelte's browser build, also inside the tests.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
}));
