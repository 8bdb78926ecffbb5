import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Minifies a script of the public folder, which Vite copies unchanged. */
export function minifyScript(name: string): Plugin {
  return {
    name: 'minify-script',
    apply: 'build',
    writeBundle: {
      async handler({ dir = '' }) {
        const path = join(dir, name)
        const script = await readFile(path, 'utf8')
        // No other script uses its top-level names.
        const { code } = await minify(name, script, { module: false, mangle: { toplevel: true } })
        await writeFile(path, code)
      },
    },
  }
}
