/**
 * Builds the package that people install, in `sdk/package` or the folder given: `npm pack ./sdk/package` makes a tarball
 * of it. The workspace itself is not what is packed, because inside the repository the sources run as they are.
 */
import { execFileSync } from "node:child_process"
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix, resolve } from "node:path"
import { declareTypes, readContract } from "./contract-types.ts"

const sdk = resolve(import.meta.dirname, "..")
const root = dirname(sdk)
const target = resolve(process.argv[2] ?? join(sdk, "package"))
const dist = join(target, "dist")

rmSync(target, { recursive: true, force: true })
compile()
await writeDeclarations()
writeManifest()
copyFileSync(join(sdk, "README.md"), join(target, "README.md"))
copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"))
console.log(`Built ${target}`)

function compile(): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const project = join(sdk, "tsconfig.build.json")
  execFileSync(process.execPath, [compiler, "--project", project, "--outDir", dist], { stdio: "inherit" })
}

/** Declarations import the contract from one file beside them, and its types instead of its schemas. */
async function writeDeclarations(): Promise<void> {
  const files = globSync("**/*.d.ts", { cwd: dist })
  const texts = files.map((file) => readFileSync(join(dist, file), "utf8"))
  const words = new Set(texts.join("\n").match(/\w+/g))
  const schemas = await readContract()
  const used = [...schemas.keys()].filter((name) => words.has(name))
  writeFileSync(join(dist, "contract.d.ts"), declareTypes(used, schemas))
  for (const [index, file] of files.entries()) {
    const contract = posix.join(posix.relative(posix.dirname(file.replaceAll("\\", "/")), ""), "contract.js")
    const text = (texts[index] ?? "")
      .replace(/^import .* from "typebox";\n/m, "")
      .replace(/\bStatic<typeof ([\w.]+)>/g, "$1")
      .replace(/"@deskhand\/contract\/[\w/-]+"/g, `"${contract.startsWith(".") ? contract : `./${contract}`}"`)
      .replace(/"(\.[^"]+)\.ts"/g, '"$1.js"')
    writeFileSync(join(dist, file), text)
  }
}

/** That of the workspace, with what it exports where the package has it, and without what only the repository needs. */
function writeManifest(): void {
  const {
    private: _,
    scripts,
    devDependencies,
    exports,
    ...manifest
  } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"))
  const built = Object.entries<string>(exports).map(([name, source]) => {
    const file = source.replace("./src/", "./dist/").replace(/\.ts$/, "")
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  const text = JSON.stringify({ ...manifest, exports: Object.fromEntries(built) }, undefined, 2)
  writeFileSync(join(target, "package.json"), `${text}\n`)
}
