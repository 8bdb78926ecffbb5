import { expect, test } from 'vitest'
import { formatEvidence } from '#shared/proofs/log-evidence.ts'
import { parseNote, signerOf } from '#shared/proofs/signed-note.ts'
import { signer, TestLog } from './support/test-log.ts'

const honest = new TestLog(['event 0', 'event 1'])
const rewritten = new TestLog(['another event', 'event 1', 'event 2']).rotate(signer(2))
const { listed } = rewritten
const atMs = Date.UTC(2026, 0, 2)

const EVIDENCE = {
  reason: 'inconsistent',
  kept: { keys: [signer(1).vkey], newest: honest.note() },
  keptAtMs: Date.UTC(2026, 0, 1),
  testimony: { note: rewritten.note(), listed, proof: ['AAAA', 'BBBB'], atMs },
  address: 'https://exchange.example',
} as const

/** The text below a heading, up to the next one. */
function section(file: string, title: string): string {
  return file.split(`\n==== ${title} ====\n`)[1]?.split('\n==== ')[0] ?? ''
}

test('the evidence holds both notes, so that their signatures can be verified from the file', async () => {
  const file = formatEvidence(EVIDENCE)
  const before = parseNote(section(file, 'checkpoint verified before'))
  const now = parseNote(section(file, 'checkpoint shown now'))
  expect(await signerOf(before, [signer(1).key])).toEqual(signer(1).key)
  expect(await signerOf(now, [signer(2).key])).toEqual(signer(2).key)
  const endorsement = parseNote(section(file, `endorsement of ${signer(2).vkey}`))
  expect(await signerOf(endorsement, [signer(1).key])).toEqual(signer(1).key)
})

test('the evidence says what was found, where and when, and includes the given proof', () => {
  const file = formatEvidence(EVIDENCE)
  expect(file).toMatch(/^keel-log-evidence\/1\n\nfinding: inconsistent: /)
  expect(file).toContain('address: https://exchange.example\n')
  expect(file).toContain('found: 2026-01-02T00:00:00.000Z\nkept since: 2026-01-01T00:00:00.000Z\n')
  expect(section(file, 'consistency proof given')).toBe('AAAA\nBBBB\n')
  expect(section(file, 'trusted keys')).toBe(`${signer(1).vkey}\n`)
})

test('the evidence says what was refused or never requested', () => {
  const testimony = { note: rewritten.note(), proof: null, atMs }
  const file = formatEvidence({ ...EVIDENCE, reason: 'unproven', testimony })
  expect(section(file, 'consistency proof given')).toBe('none\n')
  expect(section(file, 'keys listed by the log')).toBe('not asked\n')
})
