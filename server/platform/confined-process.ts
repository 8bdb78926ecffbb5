import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)
/** Code and fonts. */
const READABLE = ['package.json', 'node_modules/*', 'server/*']

/**
 * Node arguments for a process that decodes untrusted files. It can read only code and fonts,
 * cannot write files and cannot start processes. Pass it no environment, because that contains the
 * server's secrets.
 */
export const CONFINED: readonly string[] = [
  '--no-warnings',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-worker',
  '--allow-addons',
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(ROOT)}${path}`),
]
