import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { base64 } from '@scure/base'
import { afterAll, describe, expect, test } from 'vitest'
import { checkProof, isProved } from '#scripts/verify-proof/proof-kinds.ts'
import { LIABILITY_PROOF_KINDS } from '#shared/contract/liabilities.ts'
import { partsOf } from '#shared/proofs/liability-leaves.ts'
import { nodesOfPath } from '#shared/proofs/packed-nodes.ts'
import { KEY, proofFile } from './support/proof-file.ts'
import {
  ASSET,
  owedTo,
  person,
  proofFor,
  sha256,
  statementOver,
  treeOf,
} from './support/sum-trees.ts'
import { signer } from './support/test-log.ts'

const sound = JSON.stringify(proofFile())

describe('an exported proof', () => {
  test('is proved by the key that the reader gives, or by the key in the file with a warning', async () => {
    const named = await checkProof(sound, KEY.vkey)
    expect(isProved(named)).toBe(true)
    expect(named).toMatchObject({ title: 'Event 3: DepositApproved', isKeyNamed: true })
    expect(await checkProof(sound)).toMatchObject({ isKeyNamed: false, vkey: KEY.vkey })
  })

  test.each([
    ['another amount', sound.replace('"amount":"500"', '"amount":"501"'), 'The hash is that of'],
    ['another position', sound.replace('"index":2', '"index":3'), 'The leaf is of this event'],
    ['another path', sound.replace(/"path":\["./, '"path":["x'), 'The tree of the checkpoint'],
    ['another size', sound.replace('log\\n5\\n', 'log\\n6\\n'), 'The key has signed'],
  ])('with %s fails the matching check', async (_, text, name) => {
    const report = await checkProof(text, KEY.vkey)
    expect(isProved(report)).toBe(false)
    const failed = report.checks.filter(({ isGood }) => !isGood)
    expect(failed.map((check) => check.name).join()).toContain(name)
  })

  test('is not proved if it has another key than the reader’s', async () => {
    expect(isProved(await checkProof(sound, signer(2).vkey))).toBe(false)
  })

  test.each([
    ['not JSON', 'a', 'The file is not JSON.'],
    ['of another kind', '{"kind":"other/1"}', 'no proof of a known kind'],
    ['incomplete', sound.replace('"leaf_hash"', '"hash"'), 'The file is damaged at "leaf_hash"'],
  ])('that is %s is refused', async (_, text, message) => {
    await expect(checkProof(text, KEY.vkey)).rejects.toThrow(message)
  })

  test('cannot be checked with an invalid key', async () => {
    await expect(checkProof(sound, 'key')).rejects.toThrow('The key cannot be read')
  })
})

describe('an exported part of a statement of liabilities', async () => {
  const owner = person(1, 500n)
  const tree = await treeOf([
    ...partsOf(sha256, owedTo(owner)),
    ...partsOf(sha256, owedTo(person(2, 700n))),
  ])
  const data = statementOver(tree.stated)
  const proof = await proofFor(tree, owner)
  const log = proofFile(KEY, { type: 'LiabilitiesPublished', data })
  const text = JSON.stringify({ ...proof, log })

  test('is proved by the event of the statement and the paths to its roots', async () => {
    const report = await checkProof(text, KEY.vkey)
    expect(report.checks.filter(({ isGood }) => !isGood)).toEqual([])
    expect(report.facts).toContainEqual([ASSET, '0.000005'])
  })

  test('is also proved by paths that are lists', async () => {
    const assets = proof.assets.map(({ symbol, leaves }) => ({
      symbol,
      leaves: leaves.map((leaf) => ({
        ...leaf,
        path: nodesOfPath(leaf.path).map((node) => base64.encode(node)),
      })),
    }))
    const listed = { ...proof, kind: LIABILITY_PROOF_KINDS.listed, assets, log }
    expect(isProved(await checkProof(JSON.stringify(listed), KEY.vkey))).toBe(true)
    assets[0]?.leaves[0]?.path.pop()
    expect(isProved(await checkProof(JSON.stringify(listed), KEY.vkey))).toBe(false)
  })

  test.each([
    ['of another user', { user_id: person(2, 1n).userId }, 'made for the user'],
    ['of another statement', { statement_id: person(3, 1n).userId }, 'of the statement'],
    ['of an event that is not a statement', { log: proofFile() }, 'of the statement'],
  ])('that is %s fails the matching check', async (_, change, name) => {
    const report = await checkProof(JSON.stringify({ ...proof, log, ...change }), KEY.vkey)
    const failed = report.checks.filter(({ isGood }) => !isGood)
    expect(failed.map((check) => check.name).join()).toContain(name)
  })
})

describe('npm run verify:proof', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proofs-'))
  afterAll(() => rm(folder, { recursive: true }))
  const run = async (text: string) => {
    const path = join(folder, 'proof.json')
    await writeFile(path, text)
    const args = [join(import.meta.dirname, '../../scripts/verify-proof.ts'), path]
    return promisify(execFile)(process.execPath, args)
  }

  test('names each check', async () => {
    const { stdout } = await run(sound)
    expect(stdout).toContain('yes  The key has signed the checkpoint')
    expect(stdout).toContain('Proved.')
  })

  test('fails if one check fails', async () => {
    const failed = run(sound.replace('"amount":"500"', '"amount":"501"'))
    await expect(failed).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('NO ') })
  })
})
