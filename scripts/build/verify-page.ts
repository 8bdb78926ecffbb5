import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, minify, type Plugin, type Rolldown } from 'vite'
import { BUILD_TARGET } from '#pwa/supported-browsers.ts'
import { operator } from '#shared/operator/company.ts'

const FOLDER = join(import.meta.dirname, 'verify-page')
const PACKAGE = join(import.meta.dirname, '..', '..', 'package.json')

/** Downloaded rather than opened: no page on the app's origin may run inline scripts. */
export const VERIFY_PAGE = 'verify.html'

/**
 * Builds the page that checks proofs: one file, which neither needs nor may use the network. The
 * build is reproducible.
 *
 * Source: docs/proofs.md, Inclusion
 */
export function verifyPage(): Plugin {
  return {
    name: 'verify-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: VERIFY_PAGE, source: await verifyPageHtml() })
    },
  }
}

export async function verifyPageHtml(): Promise<string> {
  const style = sourceOf('page.css')
  const script = await bundled()
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  const values: Readonly<Record<string, string>> = {
    NAME: operator.name,
    STYLE: style,
    SCRIPT: script,
    POLICY: policyOf(script, style),
    VERSION: `Version ${version}. SHA-256 of its script: ${sha256(script).toString('hex')}`,
  }
  return sourceOf('page.html').replaceAll(/%([A-Z]+)%/g, (_, name) => values[name] ?? '')
}

/** The policy allows no network requests at all. */
function policyOf(script: string, style: string): string {
  const hashOf = (text: string) => `'sha256-${sha256(text).toString('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

async function bundled(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'warn',
    root: FOLDER,
    publicDir: false,
    build: {
      write: false,
      target: BUILD_TARGET,
      lib: { entry: join(FOLDER, 'page.ts'), formats: ['iife'], name: 'page' },
    },
  })) as Rolldown.RolldownOutput[]
  const code = output.flatMap(({ output: chunks }) =>
    chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.code : [])),
  )
  if (code.length !== 1) throw new Error('the script of verify.html is not one file')
  const { code: small } = await minify('page.js', code[0] ?? '', { module: false })
  // It would end the script inside a page.
  return small.replaceAll('</script', '<\\/script')
}

function sourceOf(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
