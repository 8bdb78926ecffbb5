import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openDocumentInspector } from '#server/platform/documents/document-inspector.ts'
import { pdf } from '#tests/api/support/documents.ts'

const HANGING = fileURLToPath(new URL('./hanging-inspector.ts', import.meta.url))
const content = Buffer.from(pdf().content)
const accepted = { mime: 'application/pdf' }

/** Inspectors that treat their documents, one after the other, as the test specifies. */
function inspecting(...acts: ('hang' | 'crash' | 'stop')[]) {
  const children: ChildProcess[] = []
  const start = () => {
    const child = fork(HANGING, acts.slice(children.length), { serialization: 'advanced' })
    children.push(child)
    return child
  }
  return { inspector: openDocumentInspector({ msMax: 5_000, idleMsMax: 500 }, start), children }
}

it('a document whose inspector hangs or crashes is inspected by another', async () => {
  for (const act of ['hang', 'crash'] as const) {
    const { inspector, children } = inspecting(act)
    expect(await inspector.inspect(content)).toEqual(accepted)
    expect(children).toHaveLength(2)
  }
})

it('a document that crashes every inspector is not trusted, and the next one is inspected', async () => {
  const { inspector } = inspecting('crash', 'crash')
  expect(await inspector.inspect(content)).toBe('active')
  expect(await inspector.inspect(content)).toEqual(accepted)
})

it('an inspector that cannot start is a fault, not an active document', async () => {
  const { inspector } = inspecting('stop')
  await expect(inspector.inspect(content)).rejects.toThrow('does not start')
})
