import { ed25519 } from '@noble/curves/ed25519.js'
import { base64, hex, utf8 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from '#shared/proofs/checkpoint.ts'
import {
  formatKey,
  formatNote,
  MalformedNote,
  noteKey,
  parseKey,
  parseNote,
  signerOf,
} from '#shared/proofs/signed-note.ts'
import { parseTilePath, tilePath, widthOf } from '#shared/proofs/tiles.ts'
import { emptyRoot, portableHashing } from '#shared/proofs/tree-hashing.ts'

// The example of the specification of signed notes, published with Go's sumdb/note.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETERS_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`
// The example of the specification of checkpoints.
const SOFA = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`

const SEED = new Uint8Array(32).fill(7)
const KEY = noteKey('exchange.example/log', ed25519.getPublicKey(SEED))

function sign(text: string, seed = SEED, key = KEY): string {
  const signature = ed25519.sign(utf8.decode(text), seed)
  return formatNote({ text, signatures: [{ ...key, signature }] })
}

describe('a signed note', () => {
  test('is verified as its specification shows', async () => {
    const key = parseKey(PETER)
    expect(await signerOf(parseNote(PETERS_NOTE), [key])).toEqual(key)
    expect(formatKey(key)).toBe(PETER)
    expect(formatNote(parseNote(PETERS_NOTE))).toBe(PETERS_NOTE)
  })

  test('is not accepted after one word of it was changed', async () => {
    const changed = PETERS_NOTE.replace('answer', 'reason')
    expect(await signerOf(parseNote(changed), [parseKey(PETER)])).toBeUndefined()
  })

  test('is invalidated by a wrong signature under a trusted name, but not by one of an unknown signer', async () => {
    const stranger = noteKey('stranger.example', ed25519.getPublicKey(new Uint8Array(32).fill(9)))
    const { text, signatures } = parseNote(sign('a text\n'))
    const wrong = new Uint8Array(64)
    const withStranger = [...signatures, { ...stranger, signature: wrong }]
    expect(await signerOf({ text, signatures: withStranger }, [KEY])).toEqual(KEY)
    const withWrong = [...signatures, { ...KEY, signature: wrong }]
    expect(await signerOf({ text, signatures: withWrong }, [KEY])).toBeUndefined()
  })

  test.each([
    ['no signature', 'a text\n'],
    ['an empty list of signatures', 'a text\n\n'],
    ['a control character', 'a\ttext\n\n— a AAAAAAAA\n'],
    ['no line break at its end', 'a text\n\n— a AAAAAAAA'],
    ['a signature that is not base64', 'a text\n\n— a !!!\n'],
    ['a line that is not a signature', 'a text\n\nsigned by a\n'],
  ])('is refused with %s', (_, note) => {
    expect(() => parseNote(note)).toThrow(MalformedNote)
  })

  test.each([
    ['another id', PETER.replace('c74f20a3', 'c74f20a4')],
    ['no id', 'PeterNeumann'],
    ['another type', formatKey(KEY, 'cosignature')],
  ])('cannot be verified by a key with %s', (_, line) => {
    expect(() => parseKey(line)).toThrow(MalformedNote)
  })
})

describe('a checkpoint', () => {
  test('is read and written as its specification shows', () => {
    const checkpoint = parseCheckpoint(parseNote(SOFA))
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
    expect(formatCheckpoint(checkpoint)).toBe(parseNote(SOFA).text)
  })

  const head = { origin: KEY.name, size: 3, root: portableHashing.leaf(Uint8Array.of(1)) }

  test('is opened by the key of its log', async () => {
    const note = sign(formatCheckpoint(head))
    expect(await openCheckpoint(note, [KEY])).toEqual({ ...head, note })
  })

  test('is not opened by another key, nor for another log', async () => {
    const note = sign(formatCheckpoint(head))
    const other = noteKey(KEY.name, ed25519.getPublicKey(new Uint8Array(32).fill(8)))
    await expect(openCheckpoint(note, [other])).rejects.toThrow('no trusted key')
    const elsewhere = sign(formatCheckpoint({ ...head, origin: 'elsewhere.example/log' }))
    await expect(openCheckpoint(elsewhere, [KEY])).rejects.toThrow('elsewhere.example/log')
  })

  test.each([
    ['a size with a leading zero', (text: string) => text.replace('\n3\n', '\n03\n')],
    ['a negative size', (text: string) => text.replace('\n3\n', '\n-3\n')],
    ['a root that is not a hash', (text: string) => text.replace(base64.encode(head.root), 'AAAA')],
    ['no root', (text: string) => text.split('\n').slice(0, 2).join('\n')],
  ])('is refused with %s', (_, change) => {
    expect(() => parseCheckpoint({ text: change(formatCheckpoint(head)) })).toThrow(MalformedNote)
  })
})

describe('a tile', () => {
  test.each([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/3/x001/x234/067', { level: 3, index: 1_234_067, width: 256 }],
    ['tile/1/000.p/17', { level: 1, index: 0, width: 17 }],
  ])('has the path %s', (path, tile) => {
    expect(tilePath(tile, tile.width)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  test.each([
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/001/234',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/entries/000',
    'tile/0/x999/x999/x999/x999/x999/999',
  ])('does not have the path %s', (path) => {
    expect(parseTilePath(path)).toBeUndefined()
  })

  test('has the width that its specification defines for a tree of 70,000', () => {
    const widths = [272, 273, 274].map((index) => widthOf({ level: 0, index }, 70_000))
    expect(widths).toEqual([256, 112, 0])
    expect(widthOf({ level: 1, index: 1 }, 70_000)).toBe(17)
    expect(widthOf({ level: 2, index: 0 }, 70_000)).toBe(1)
    expect(widthOf({ level: 1, index: 0 }, 256)).toBe(1)
  })
})

// The test vectors of Certificate Transparency's reference implementation.
test('the roots match those of other implementations', () => {
  expect(hex.encode(emptyRoot())).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  expect(hex.encode(portableHashing.leaf(new Uint8Array(0)))).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
})
