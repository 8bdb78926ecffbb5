import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)
/** Code and fonts. */
const READABLE = ['package.json', 'node_modules/*', 'server/*']

/**
 * Arguments of Node for a process that decodes files of strangers: it reads code, fonts and nothing
 * else, writes nothing and starts nothing. Give it no environment: that has the server's secrets.
 */
export const CONFINED: readonly string[] = [
  '--no-warnings',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-worker',
  '--allow-addons',
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(ROOT)}${path}`),
]
