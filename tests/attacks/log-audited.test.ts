import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditFault } from '#scripts/audit/audit-fault.ts'
import { exportToFile } from '#scripts/audit/export-log.ts'
import { readEvent } from '#scripts/audit/exported-line.ts'
import { LiabilitiesCheck } from '#scripts/audit/liabilities-check.ts'
import type { LogAuditOptions } from '#scripts/audit/log-audit.ts'
import { auditHere } from '#scripts/audit/run-audit.ts'
import { serverHashing } from '#server/events/log-leaves.ts'
import { FEATURES } from '#server/features/index.ts'
import { openSigner, signedBy } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { openStake } from '#shared/contract/staking.ts'
import { formatCheckpoint, parseCheckpoint } from '#shared/proofs/checkpoint.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { parseNote } from '#shared/proofs/signed-note.ts'
import { TreeFrontier } from '#shared/proofs/tree-frontier.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { publishStatement } from '#tests/api/support/publish-statement.ts'
import { fund, newAdmin, newUser } from '#tests/api/support/traders.ts'
import { counting } from '#tests/ledger/adjusting.ts'

const testApp = await openTestApp({ config: { logLevel: 'fatal' } })
const { services } = testApp
const signer = openSigner(services.config.logOrigin, services.config.logKeys[0])
const sign = () => signCheckpoint(services, { current: signer, previous: undefined })
const folder = await mkdtemp(join(tmpdir(), 'audited-'))
afterAll(() => rm(folder, { recursive: true }))

const LABEL = 'The account of my sister'
/** The lines of a sound export. */
let exported: string[]
/** The same with only the newest checkpoint, because the server also signs in the background. */
let lines: string[]

beforeAll(async () => {
  const user = await newUser(testApp)
  const { client, userId } = user
  await fund(testApp, user, 'USDT', '70000')
  await client.call(saveAddress, {
    body: {
      label: LABEL,
      symbol: 'USDT',
      network: 'TRC20',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    },
  })
  await client.call(openStake, { body: { userId, symbol: 'USDT', amount: '60000', duration: 30 } })
  await sign()
  await fund(testApp, await newUser(testApp), 'BTC', '1')
  const { client: admin } = await newAdmin(testApp)
  await publishStatement(admin)
  await sign()
  const path = join(folder, 'sound.gz')
  const { catalog } = services
  await exportToFile(testApp.database.pool, path, { catalog, isFull: false, after: 0 })
  exported = gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .slice(0, -1)
  const newest = exported.length - 1
  lines = exported.filter((line, at) => !isCheckpoint(line) || at === newest)
})

const options = { earlier: [], checks: [] } satisfies LogAuditOptions

async function audit(of: readonly string[], more: Partial<LogAuditOptions> = {}) {
  const path = join(folder, 'audited.gz')
  await writeFile(path, gzipSync(`${of.join('\n')}\n`))
  return auditHere([path], { ...options, ...more }, [...FEATURES.aggregates, counting])
}

async function faultIn(of: readonly string[], more: Partial<LogAuditOptions> = {}) {
  const fault = await audit(of, more).catch((error) => error)
  expect(fault).toBeInstanceOf(AuditFault)
  return (fault as AuditFault).check
}

const isEvent = (line: string) => /^[EW]\t/.test(line)
const isCheckpoint = (line: string) => line.startsWith('C\t')
const placeOf = (type: string) => lines.findIndex((line) => line.includes(`"type":"${type}"`))
/** The export with one line replaced. */
const withLine = (place: number, change: (line: string) => string) =>
  lines.map((line, at) => (at === place ? change(line) : line))

/** Positions without a gap, and one checkpoint at the end that the log's own key has signed. */
function signedAgain(of: readonly string[]): string[] {
  const tree = new TreeFrontier(serverHashing)
  const events = of.filter(isEvent).map((line) => {
    const event = { ...readEvent(line), position: tree.size + 1 }
    const eventHash = Buffer.from(event.hash, 'hex')
    tree.append(serverHashing.leaf(leafEntry({ ...event, eventHash })))
    return line.replace(/^(.)\t\d+/, `$1\t${event.position}`)
  })
  const head = { origin: signer.key.name, size: tree.size, root: tree.root() }
  const note = signedBy(formatCheckpoint(head), [signer])
  return ['H\tkeel-log/1\t0', ...events, `C\t${JSON.stringify(note)}`]
}

const liabilities = () => ({ checks: [new LiabilitiesCheck()] })
const newestSeen = () => parseCheckpoint(parseNote(JSON.parse(lines.at(-1)?.slice(2) ?? '')))

describe('an export', () => {
  test('holds every event up to the newest checkpoint, and is sound', async () => {
    expect(exported.filter(isCheckpoint).length).toBeGreaterThan(1)
    await audit(lines)
    const report = await audit(exported, {
      ...liabilities(),
      vkey: signer.vkey,
      earlier: [newestSeen()],
    })
    expect(report.events).toBe(lines.filter(isEvent).length)
    expect(report.newest.size).toBe(report.events)
    expect(report.withheld).toBe(lines.filter((line) => line.startsWith('W')).length)
    expect(report.streams).toBeGreaterThan(4)
    expect(report.summaries).toContain('statements of liabilities: 1')
  })

  test('withholds what a person wrote, and the data from which it could be guessed', () => {
    const saved = lines[placeOf('AddressSaved')] ?? ''
    expect(saved).toMatch(/^W\t/)
    expect(saved).toContain('"label":"(withheld)"')
    expect(saved).toContain('"address":"(withheld)"')
    expect(saved).toContain('"key":"","metadata"')
    expect(saved).toContain('"requestHash":"",')
    expect(lines.join('\n')).not.toContain(LABEL)
    expect(lines[placeOf('StakeOpened')]).toMatch(/^E\t/)
  })

  test('can be made without withholding anything', async () => {
    const path = join(folder, 'full.gz')
    const { catalog } = services
    await exportToFile(testApp.database.pool, path, { catalog, isFull: true, after: 0 })
    const full = gunzipSync(await readFile(path)).toString()
    expect(full).toContain(LABEL)
    const report = await audit(full.split('\n').slice(0, -1))
    expect(report.withheld).toBe(0)
  })
})

describe('an audit finds', () => {
  test('a stream that was dropped, with renumbered positions', async () => {
    const dropped = lines.filter((line) => !line.includes('"stream":"address-book-'))
    expect(await faultIn(dropped)).toBe('positions')
    const renumbered = signedAgain(dropped).slice(0, -1)
    expect(await faultIn([...renumbered, ...lines.slice(-1)])).toBe('checkpoints')
  })

  test('a dropped stream in a log that was signed again, by comparing an earlier checkpoint', async () => {
    const dropped = lines.filter((line) => !line.includes('"stream":"address-book-'))
    const forged = signedAgain(dropped)
    await audit(forged)
    expect(await faultIn(forged, { earlier: [newestSeen()] })).toBe('earlier checkpoint')
  })

  test('a suffix that was rewritten and signed again', async () => {
    const last = lines.findLastIndex(isEvent)
    const rewritten = signedAgain([...lines.slice(0, last - 1), lines[last] ?? ''])
    expect(await faultIn(rewritten, { earlier: [newestSeen()] })).toBe('earlier checkpoint')
  })

  test('a backdated event', async () => {
    const at = lines.findLastIndex(isEvent) - 1
    const { recordedAtUs } = readEvent(lines[at] ?? '')
    const backdated = withLine(at, (line) =>
      line.replace(`${recordedAtUs}`, `${recordedAtUs - 1n}`),
    )
    expect(await faultIn(backdated)).toBe('checkpoints')
  })

  test('an event whose content was changed', async () => {
    const changed = (line: string) =>
      line.replace('"principal":{"amount":"60000"', '"principal":{"amount":"59999"')
    expect(await faultIn(withLine(placeOf('StakeOpened'), changed))).toBe('chains')
  })

  test('a transfer that does not match its event, although parts are withheld', async () => {
    const place = placeOf('BalanceAdjusted')
    expect(lines[place]).toMatch(/^W\t/)
    const more = (line: string) =>
      line.replaceAll('"amount":"7000000000000"', '"amount":"8000000000000"')
    expect(await faultIn(withLine(place, more))).toBe('chains')
  })

  test('a type of event on a stream of another kind', async () => {
    const moved = (line: string) => line.replace('"type":"EmailConfirmed"', '"type":"StakeMatured"')
    const forged = withLine(placeOf('EmailConfirmed'), moved)
    expect(await faultIn(forged)).toBe('rules')
    expect(await faultIn(forged, liabilities())).toBe('rules')
  })

  test('a statement of liabilities that leaves out a user or promised interest', async () => {
    const place = placeOf('LiabilitiesPublished')
    const total = /"symbol":"BTC","total":"1"/
    expect(lines[place]).toMatch(total)
    const less = (line: string) => line.replace(total, '"symbol":"BTC","total":"0"')
    expect(await faultIn(withLine(place, less), liabilities())).toBe('liabilities')
    const interest = /"interest":"[1-9][^"]+"/
    expect(lines[place]).toMatch(interest)
    const none = (line: string) => line.replace(interest, '"interest":"0"')
    expect(await faultIn(withLine(place, none), liabilities())).toBe('liabilities')
  })

  test('a log that another key has signed', async () => {
    const stranger = openSigner(services.config.logOrigin, Buffer.alloc(32, 'stranger'))
    expect(await faultIn(lines, { vkey: stranger.vkey })).toBe('keys')
    const forged = (line: string) => {
      const { text } = parseNote(JSON.parse(line.slice(2)))
      return `C\t${JSON.stringify(signedBy(text, [stranger]))}`
    }
    expect(await faultIn(withLine(lines.length - 1, forged))).toBe('checkpoints')
  })

  test('events after the last checkpoint, and a truncated export', async () => {
    expect(await faultIn(lines.slice(0, -1))).toBe('checkpoints')
    expect(await faultIn(lines.slice(0, 1))).toBe('checkpoints')
    expect(await faultIn(lines.slice(1).map((line) => line.slice(0, 20)))).toBe('export')
  })
})
