// Makes the page: one HTML file that has everything, so that the server, a
// report and a file opened from a folder are the same thing.
//   node bundle.mjs OUT.html
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const [out] = process.argv.slice(2);
const options = { bundle: true, minify: true, write: false, legalComments: "none" };
const script = (await build({
  ...options,
  entryPoints: ["src/app.tsx"],
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  define: { "process.env.NODE_ENV": '"production"' },
})).outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const style = (await build({
  ...options,
  entryPoints: ["src/style.css"],
})).outputFiles[0].text.trim();

// Only this script runs, and it may talk to nobody but who served the page: a
// hostile tape that found a hole could still not call home.
const digest = createHash("sha256").update(script).digest("base64");
const policy = [
  "default-src 'none'", `script-src 'sha256-${digest}'`,
  "style-src 'unsafe-inline'", "img-src blob: data:", "connect-src 'self'",
  "base-uri 'none'", "form-action 'none'",
].join("; ");

const parts = { policy, style, script };
const page = readFileSync("src/page.html", "utf8")
  .replace(/{{(\w+)}}/g, (_, name) => parts[name]);
writeFileSync(out, page);
