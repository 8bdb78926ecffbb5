import { realpathSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = join(ROOT, 'node_modules')
/** Code and fonts. Node loads packages by the real path, if their folder is a link. */
const READABLE = [
  join(ROOT, 'package.json'),
  join(ROOT, 'server', '*'),
  ...new Set([PACKAGES, realpathSync(PACKAGES)].map((folder) => join(folder, '*'))),
]

/**
 * Node arguments for a process that decodes untrusted files: it can read only code and fonts, write
 * nothing and start nothing. Start it without the environment, which contains the server's secrets.
 */
export const CONFINED: readonly string[] = [
  '--no-warnings',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-worker',
  '--allow-addons',
  ...READABLE.map((path) => `--allow-fs-read=${path}`),
]
