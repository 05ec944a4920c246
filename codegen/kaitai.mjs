// Runs the official Kaitai compiler: specs as JSON on stdin ({name: spec}), generated files as JSON on stdout
// ({file name: text}). A spec that does not compile ends the run with its name and the compiler's message.
import compiler from "kaitai-struct-compiler";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const specs = JSON.parse(readFileSync(0, "utf8"));
const importer = {
  importYaml: async (name) => {
    const spec = specs[basename(name)];
    if (spec === undefined) throw new Error(`imports '${name}', which is not in specs/`);
    return structuredClone(spec);
  },
};
const debug = true; // records the span of every field and keeps what was read before an error
const files = {};
for (const name of Object.keys(specs).sort()) {
  try {
    Object.assign(files, await compiler.compile("python", structuredClone(specs[name]), importer, debug));
  } catch (error) {
    console.error(`${name}.ksy: ${error.message ?? error}`);
    process.exit(1);
  }
}
process.stdout.write(JSON.stringify(files));
