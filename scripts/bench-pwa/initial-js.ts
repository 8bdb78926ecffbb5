import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '..', '..', 'dist')

/** Brotli bytes of what index.html loads first. */
export async function initialJsBytes(): Promise<number> {
  return sumOf(await initialScripts())
}

/** What index.html loads first: its scripts and their static imports. */
export async function initialScripts(): Promise<string[]> {
  const page = await readFile(join(DIST, 'index.html'), 'utf8')
  const roots = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path ?? '')
  const reached = new Set<string>()
  for (const root of roots) await follow(root, reached)
  return [...reached]
}

/** Brotli bytes of all scripts of the app, including those of each page. */
export async function allJsBytes(): Promise<number> {
  return sumOf(await allScripts())
}

export async function allScripts(): Promise<string[]> {
  const names = await readdir(join(DIST, 'assets'))
  return names.filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`)
}

/** The address of a script of the build, which has a hash in its name. */
export async function scriptNamed(name: string): Promise<string> {
  const pattern = new RegExp(`^assets/${name}-.{7,8}\\.js$`)
  const found = (await allScripts()).filter((path) => pattern.test(path))
  if (found.length !== 1) throw new Error(`${found.length} scripts are named ${name}`)
  return `/${found[0]}`
}

async function follow(path: string, reached: Set<string>): Promise<void> {
  if (reached.has(path)) return
  reached.add(path)
  const code = await readFile(join(DIST, path), 'utf8')
  // Only static imports: `import{a}from"./x.js"` and `import"./x.js"`, never `import("./x.js")`.
  for (const [, name] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    await follow(`assets/${name}`, reached)
  }
}

async function sumOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(compressedSize))
  return sizes.reduce((sum, size) => sum + size, 0)
}

// Files too small to gain from compression have no .br beside them.
async function compressedSize(path: string): Promise<number> {
  const file = await stat(join(DIST, `${path}.br`)).catch(() => stat(join(DIST, path)))
  return file.size
}
