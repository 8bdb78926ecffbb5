import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { FilePart } from '#tests/api/support/client.ts'
import { docx } from '#tests/api/support/documents.ts'
import { fileOnDisk } from '#tests/support/file-on-disk.ts'

const run = promisify(execFile)
const INSPECTING = fileURLToPath(new URL('./inspecting-document.ts', import.meta.url))
const MB = 1024 * 1024

/** The findings of a process with little memory. A process that does not end is killed. */
async function findingOf(part: FilePart): Promise<string> {
  const { path } = await fileOnDisk(part)
  const limits = ['--max-old-space-size=160', '--max-semi-space-size=8']
  const { stdout } = await run(process.execPath, [...limits, INSPECTING, path], {
    timeout: 45_000,
    killSignal: 'SIGKILL',
  })
  return stdout
}

const filled = (text: string, bytes = 31 * MB) => text.repeat(Math.floor(bytes / text.length))
const body = (content: string) =>
  docx({ 'word/document.xml': `<w:document>${content}</w:document>` })

it.each([
  ['elements', body(filled('<a/>'))],
  ['elements spread over its parts', docx(inParts(filled('<a/>', MB)))],
  ['attributes in one element', body(`<a${filled(' b="1"')}/>`)],
  ['content types', docx({ '[Content_Types].xml': filled('<a/>') })],
  ['beginnings of comments', body(filled('<!--'))],
  ['beginnings of instructions', body(filled('<?xml '))],
  ['fields', body(`<w:instrText>${filled('\u0013')}</w:instrText>`)],
])('a Word file with millions of %s is refused with little memory', async (_, part) => {
  expect(part.content.length).toBeLessThan(MB)
  expect(await findingOf(part)).toMatch(/^(?:active|unknown)$/)
})

it('a Word file of a thousand pages is accepted', async () => {
  const paragraph = '<w:p><w:r><w:t>A line of a letter, as Word writes it.</w:t></w:r></w:p>'
  expect(await findingOf(body(paragraph.repeat(60_000)))).toBe('plain')
})

function inParts(content: string): Record<string, string> {
  const names = Array.from({ length: 31 }, (_, index) => `word/header${index}.xml`)
  return Object.fromEntries(names.map((name) => [name, `<w:hdr>${content}</w:hdr>`]))
}
