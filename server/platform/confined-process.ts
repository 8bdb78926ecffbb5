import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)
/** Code and fonts. */
const READABLE = ['package.json', 'node_modules/*', 'server/*']

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
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(ROOT)}${path}`),
]
