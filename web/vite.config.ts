import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const program = "http://127.0.0.1:8173";

// Puts the scripts and styles of an HTML file into it, so that the file is complete.
const inlined = (): Plugin => ({
  name: "inlined",
  enforce: "post",
  generateBundle(_, bundle) {
    const take = (name: string): string => {
      const file = bundle[name];
      if (!file) throw new Error(`${name} is not in the bundle`);
      delete bundle[name];
      return file.type === "chunk" ? file.code : String(file.source);
    };
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
      file.source = String(file.source)
        .replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g, (_, name) => `<style>${take(name)}</style>`)
        .replace(
          /<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/g,
          (_, name) => `<script type="module">${take(name).replaceAll("</script", "<\\/script")}</script>`,
        );
    }
  },
});

// `vite build` makes the page, whose files have fixed names: the program embeds whatever is in dist, and the server sends
// an ETag. `vite build --mode report` adds a tournament's report, one file.
export default defineConfig(({ mode }) => ({
  plugins: mode === "report" ? [svelte(), inlined()] : [svelte()],
  base: "./",
  publicDir: mode === "report" ? false : "public",
  build: {
    outDir: "dist",
    emptyOutDir: mode !== "report",
    target: "es2022",
    assetsDir: "",
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      input: mode === "report" ? "report.html" : "index.html",
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
